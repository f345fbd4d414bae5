import { expect, it, vi } from 'vitest'
import { count, metricLine } from '../../../shared/aws/metric.ts'

const dimensions = { stage: 'prod', product: 'nin' }
const at = Date.parse('2026-11-20T10:00:00.000Z')

it('writes the embedded metric format, to the letter', () => {
  expect(metricLine({ dimensions, counts: { Concluded: 1, Fruitless: 0 } }, at)).toBe(
    '{"_aws":{"Timestamp":1795168800000,"CloudWatchMetrics":[{"Namespace":"Verification",' +
      '"Dimensions":[["stage","product"]],"Metrics":[{"Name":"Concluded"},{"Name":"Fruitless"}]}]},' +
      '"stage":"prod","product":"nin","Concluded":1,"Fruitless":0}',
  )
})

it('counts on a line of its own, beside the console that would wrap it', () => {
  process.env.STAGE = 'prod'
  using write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  using console = vi.spyOn(globalThis.console, 'info')
  count('nin', { Concluded: 1 })
  const [line] = write.mock.calls[0]!
  expect(console).not.toHaveBeenCalled()
  expect(JSON.parse(`${line}`)).toMatchObject({ ...dimensions, Concluded: 1 })
  expect(`${line}`).toMatch(/^\{[^\n]*\}\n$/)
})
