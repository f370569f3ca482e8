"""Boards and charts for people: text for the terminal, pictures as SVG and pixels, charts of results and of runs."""
