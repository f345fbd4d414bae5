import { describe, expect, it, vi } from 'vitest'
import { count, measured, metricLine } from '../../../shared/watching/count.ts'

const at = Date.parse('2026-11-20T10:00:00.000Z')
const lineOf = (...measurements: ReturnType<typeof measured>[]) =>
  JSON.stringify(metricLine(measurements, 'prod', at))

describe('what is counted', () => {
  it('is the embedded metric format, to the letter', () => {
    expect(lineOf(measured({ product: 'nin' }, { Concluded: 1, Fruitless: 0 }))).toBe(
      '{"_aws":{"Timestamp":1795168800000,"CloudWatchMetrics":[{"Namespace":"Verification",' +
        '"Dimensions":[["stage","product"]],"Metrics":[{"Name":"Concluded"},{"Name":"Fruitless"}]}]},' +
        '"stage":"prod","product":"nin","Concluded":1,"Fruitless":0}',
    )
  })

  it('may stand by several dimensions in one line, each metric by its own', () => {
    const attempted = measured({ mode: 'live' }, { Attempted: 1, Undelivered: 1 })
    const result = measured({ mode: 'live', result: 'gave-up' }, { Deliveries: 1 })
    expect(lineOf(attempted, result)).toBe(
      '{"_aws":{"Timestamp":1795168800000,"CloudWatchMetrics":[' +
        '{"Namespace":"Verification","Dimensions":[["stage","mode"]],' +
        '"Metrics":[{"Name":"Attempted"},{"Name":"Undelivered"}]},' +
        '{"Namespace":"Verification","Dimensions":[["stage","mode","result"]],' +
        '"Metrics":[{"Name":"Deliveries"}]}]},' +
        '"stage":"prod","mode":"live","Attempted":1,"Undelivered":1,"result":"gave-up","Deliveries":1}',
    )
  })

  it('may stand by its stage alone', () => {
    expect(lineOf(measured({}, { RequestFaults: 1 }))).toBe(
      '{"_aws":{"Timestamp":1795168800000,"CloudWatchMetrics":[{"Namespace":"Verification",' +
        '"Dimensions":[["stage"]],"Metrics":[{"Name":"RequestFaults"}]}]},"stage":"prod","RequestFaults":1}',
    )
  })

  it('stands on a line of its own, beside the console that would wrap it', () => {
    process.env.STAGE = 'prod'
    using write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    using console = vi.spyOn(globalThis.console, 'info')
    count(measured({ product: 'nin' }, { Concluded: 1 }))
    const [line] = write.mock.calls[0]!
    expect(console).not.toHaveBeenCalled()
    expect(JSON.parse(`${line}`)).toMatchObject({ stage: 'prod', product: 'nin', Concluded: 1 })
    expect(`${line}`).toMatch(/^\{[^\n]*\}\n$/)
  })

  it('does not compile where the list does not have it', () => {
    const key = { organisationId: 7, mode: 'live', product: 'address' } as const
    // @ts-expect-error no such metric
    measured({ mode: 'live' }, { Invented: 1 })
    // @ts-expect-error no such value
    measured({ mode: 'trial' }, { Attempted: 1 })
    // @ts-expect-error of another metric's values
    measured({ product: 'nin' }, { Delayed: 1 })
    // @ts-expect-error a dimension too many, not even by the way
    measured(key, { Accepted: 1 })
    // @ts-expect-error a dimension too few
    measured({ mode: 'live' }, { Accepted: 1 })
    // @ts-expect-error two metrics of different dimensions
    measured({ mode: 'live', result: 'retry' }, { Attempted: 1, Deliveries: 1 })
    expect(measured({ mode: key.mode, product: key.product }, { Accepted: 1 }).of).toEqual({
      mode: 'live',
      product: 'address',
    })
  })
})
