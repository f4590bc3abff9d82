"""A part of perch's pandas."""
