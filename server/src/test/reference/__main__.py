"""bin/test reference"""
import sys

from .compare import main

sys.exit(main(sys.argv[1:]))
