/** The clocks of two containers differ by less, in milliseconds. */
export const clockSkewMs = 1000
