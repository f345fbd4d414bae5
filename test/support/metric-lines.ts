import { type MockInstance, vi } from 'vitest'

/** What lines of the log count: their values, without what tells CloudWatch where to find them. */
export const countedIn = (lines: readonly string[]): readonly Readonly<Record<string, unknown>>[] =>
  lines
    .filter(line => line.includes('{"_aws":'))
    .map(line => {
      const { _aws, stage, ...values } = JSON.parse(line.slice(line.indexOf('{')))
      return values
    })

/** Keeps lines of metrics from the terminal, and says what they counted since. */
export const watchCounts = () => {
  process.env.STAGE = 'test'
  const write: MockInstance = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  return {
    counted: () => countedIn(write.mock.calls.map(([line]) => `${line}`)),
    [Symbol.dispose]: () => write.mockRestore(),
  }
}
