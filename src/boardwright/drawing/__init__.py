"""Drawings of boards and charts: text for the terminal, SVG and pixels, charts of results and of runs."""
