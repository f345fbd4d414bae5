import { describe, expect, it, vi } from 'vitest'
import { emitMetrics, toEmfLine, toMeasurement } from '../../../shared/metrics/emit.ts'

const at = Date.parse('2026-11-20T10:00:00.000Z')
const lineOf = (...measurements: ReturnType<typeof toMeasurement>[]) =>
  JSON.stringify(toEmfLine(measurements, 'prod', at))

describe('what is counted', () => {
  it('is the embedded metric format, to the letter', () => {
    expect(lineOf(toMeasurement({ product: 'nin' }, { LookupsAnswered: 1, LookupsUnmatched: 0 }))).toBe(
      '{"_aws":{"Timestamp":1795168800000,"CloudWatchMetrics":[{"Namespace":"Verification",' +
        '"Dimensions":[["stage","product"]],"Metrics":[{"Name":"LookupsAnswered"},{"Name":"LookupsUnmatched"}]}]},' +
        '"stage":"prod","product":"nin","LookupsAnswered":1,"LookupsUnmatched":0}',
    )
  })

  it('may stand by several dimensions in one line, each metric by its own', () => {
    const attempted = toMeasurement({ mode: 'live' }, { DeliveryAttempts: 1, DeliveryFailures: 1 })
    const result = toMeasurement({ mode: 'live', result: 'gave-up' }, { DeliveryResults: 1 })
    expect(lineOf(attempted, result)).toBe(
      '{"_aws":{"Timestamp":1795168800000,"CloudWatchMetrics":[' +
        '{"Namespace":"Verification","Dimensions":[["stage","mode"]],' +
        '"Metrics":[{"Name":"DeliveryAttempts"},{"Name":"DeliveryFailures"}]},' +
        '{"Namespace":"Verification","Dimensions":[["stage","mode","result"]],' +
        '"Metrics":[{"Name":"DeliveryResults"}]}]},' +
        '"stage":"prod","mode":"live","DeliveryAttempts":1,"DeliveryFailures":1,"result":"gave-up","DeliveryResults":1}',
    )
  })

  it('may stand by its stage alone', () => {
    expect(lineOf(toMeasurement({}, { RequestFaults: 1 }))).toBe(
      '{"_aws":{"Timestamp":1795168800000,"CloudWatchMetrics":[{"Namespace":"Verification",' +
        '"Dimensions":[["stage"]],"Metrics":[{"Name":"RequestFaults"}]}]},"stage":"prod","RequestFaults":1}',
    )
  })

  it('stands on a line of its own, beside the console that would wrap it', () => {
    process.env.STAGE = 'prod'
    using write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    using console = vi.spyOn(globalThis.console, 'info')
    emitMetrics(toMeasurement({ product: 'nin' }, { LookupsAnswered: 1 }))
    const [line] = write.mock.calls[0]!
    expect(console).not.toHaveBeenCalled()
    expect(JSON.parse(`${line}`)).toMatchObject({ stage: 'prod', product: 'nin', LookupsAnswered: 1 })
    expect(`${line}`).toMatch(/^\{[^\n]*\}\n$/)
  })

  it('does not compile where the list does not have it', () => {
    const key = { organisationId: 7, mode: 'live', product: 'address' } as const
    // @ts-expect-error no such metric
    toMeasurement({ mode: 'live' }, { Invented: 1 })
    // @ts-expect-error no such value
    toMeasurement({ mode: 'trial' }, { DeliveryAttempts: 1 })
    // @ts-expect-error of another metric's values
    toMeasurement({ product: 'nin' }, { VerificationsOverdue: 1 })
    // @ts-expect-error a dimension too many, not even by the way
    toMeasurement(key, { OrdersAccepted: 1 })
    // @ts-expect-error a dimension too few
    toMeasurement({ mode: 'live' }, { OrdersAccepted: 1 })
    // @ts-expect-error two metrics of different dimensions
    toMeasurement({ mode: 'live', result: 'retry' }, { DeliveryAttempts: 1, DeliveryResults: 1 })
    const { dimensions } = toMeasurement({ mode: 'live', product: 'address' }, { OrdersAccepted: 1 })
    expect(dimensions).toEqual({ mode: 'live', product: 'address' })
  })
})
