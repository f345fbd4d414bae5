import { expect, it } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import { identityProducts } from '../../../shared/identity/products.ts'
import { synthesised } from '../synthesised.ts'

interface ShareAlarm {
  readonly AlarmName: string
  readonly AlarmDescription: string
  readonly Threshold: number
  readonly Metrics?: readonly object[]
}

it('rings for each product when more than half of its look-ups come to nothing', async () => {
  const alarms = (await synthesised(stages.prod)).of<ShareAlarm>('AWS::CloudWatch::Alarm')
  const shares = alarms.filter(({ Properties }) => Properties.AlarmName.includes('-unmatched-'))
  const names = identityProducts.map(({ name }) => `verification-prod-lookups-unmatched-${name}`)
  expect(shares.map(({ Properties }) => Properties.AlarmName)).toEqual(names)
  const sumOf = (id: string, MetricName: string) => ({
    Id: id,
    MetricStat: {
      Metric: {
        Namespace: 'Verification',
        MetricName,
        Dimensions: [
          { Name: 'product', Value: 'nin' },
          { Name: 'stage', Value: 'prod' },
        ],
      },
      Period: 900,
      Stat: 'Sum',
    },
    ReturnData: false,
  })
  const [first] = shares
  expect(first!.Properties).toMatchObject({
    Threshold: 50,
    Metrics: [
      { Expression: 'IF(whole >= 50, 100 * part / whole, 0)' },
      sumOf('part', 'LookupsUnmatched'),
      sumOf('whole', 'LookupsAnswered'),
    ],
  })
  expect(first!.Properties.AlarmDescription).toContain(
    'Somebody may be guessing the numbers or names of strangers',
  )
})
