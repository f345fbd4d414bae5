/** Whether this run has every view and bench, and more draws and rounds. */
export const isNightly = process.env.TESTS === 'nightly'
/** Whether CI runs it, or the night. */
export const isAll = isNightly || process.env.TESTS === 'all'
