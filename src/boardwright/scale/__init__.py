"""The same work on a cluster: executors over Ray. Only modules of this package import Ray, an extra (`scale`)."""
