"""Lessons: files whose cells are played, tested and converted; demos play them with stage directions."""
