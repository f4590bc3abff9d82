"""URLs: see urllib.parse."""
