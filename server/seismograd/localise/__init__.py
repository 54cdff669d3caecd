"""From what a run showed to the lines at fault: ranked causes with their evidence."""
