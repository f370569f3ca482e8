"""Imitation: labelled positions are collected, stored, augmented and learned from."""
