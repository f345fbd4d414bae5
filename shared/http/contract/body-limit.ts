/** The largest body that a route takes unless it says otherwise, in bytes. */
export const bodyLimitBytes = 256 * 1024
