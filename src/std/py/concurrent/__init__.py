"""Running things side by side: concurrent.futures."""
