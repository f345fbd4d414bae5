import { describe, expect, it } from 'vitest'
import { stacksAtOnce } from '../../../infra/deploy/deploy.ts'
import type { StageSettings } from '../../../infra/stage-settings.ts'
import { stages } from '../../../infra/stages.ts'
import { everyStage, type Synthesised, synthesised, templateOf } from '../synthesised.ts'
import { problemsOf, secondsOf, type Template } from './limits.ts'

const templatesOf = ({ folder, stackNames }: Synthesised): readonly Template[] =>
  stackNames.map(stack => templateOf(folder, stack) as Template)

/** All names at their longest. */
const longest: StageSettings = { ...stages.prod, name: 'longest', prefix: `a${'b'.repeat(18)}c` }

describe.each([...(await everyStage()), await synthesised(longest)])(
  'the templates of $settings.name',
  stage => {
    it('are what AWS takes: sizes, policies, variables, names', () => {
      expect(templatesOf(stage).flatMap(problemsOf)).toEqual([])
    })
  },
)

const many = <Value>(count: number, value: Value): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Key${index}`, value]))
const made = (Type: string, Properties: Readonly<Record<string, unknown>>): Template => ({
  Resources: { Made: { Type, Properties } },
})
const region = { 'Fn::Join': ['', ['in:', { Ref: 'AWS::Region' }]] }
const variables = { URL: { Ref: 'Api' }, TEXT: 'x'.repeat(3970) }
const alarm = { AlarmName: 'x', AlarmDescription: 'x' }

it.each<readonly [problem: string, template: Template]>([
  ['template: 501 resources, at most 500', { Resources: many(501, { Type: 'AWS::SNS::Topic' }) }],
  ['template: 201 parameters, at most 200', { Resources: {}, Parameters: many(201, '') }],
  ['template: 201 outputs, at most 200', { Resources: {}, Outputs: many(201, '') }],
  ['template: 1000114 bytes, at most 1000000', made('AWS::SNS::Topic', { DisplayName: 'é'.repeat(500_000) })],
  ['Made: 81 characters of QueueName, at most 80', made('AWS::SQS::Queue', { QueueName: 'x'.repeat(81) })],
  [
    'Made: 4097 bytes of variables, at most 4096',
    made('AWS::Lambda::Function', { FunctionName: 'x', Environment: { Variables: variables } }),
  ],
  [
    'Made: 10261 bytes of policies, at most 10240',
    made('AWS::IAM::Role', { Policies: Array.from({ length: 513 }, () => region) }),
  ],
  [
    'Made: 20501 bytes of the policy, at most 20480',
    made('AWS::S3::BucketPolicy', { PolicyDocument: Array.from({ length: 1025 }, () => region) }),
  ],
  [
    'Made: 1025 characters of the description, at most 1024',
    made('AWS::CloudWatch::Alarm', { ...alarm, AlarmDescription: 'x'.repeat(1025) }),
  ],
  [
    'Made: 11 metrics, at most 10',
    made('AWS::CloudWatch::Alarm', {
      ...alarm,
      Metrics: Array.from({ length: 11 }, () => ({ MetricStat: {} })),
    }),
  ],
])('%s: is found', (problem, template) => {
  expect(problemsOf(template)).toEqual([problem])
})

describe('making or releasing all of prod', async () => {
  const templates = templatesOf(await synthesised(stages.prod))
  /** Little more than a quarter of what a minute lets through, and no stack is made in less: the rest is for reading and for others. */
  const mostSeconds = 18

  it.each([
    ['made', stacksAtOnce.made],
    ['begun', stacksAtOnce.changed],
    ['ended', stacksAtOnce.changed],
  ] as const)('uses up no quota for long, whichever stacks are %s together, %i at once', (change, atOnce) => {
    for (const [name, seconds] of Object.entries(secondsOf(templates, atOnce, change)))
      expect(seconds, name).toBeLessThanOrEqual(mostSeconds)
  })

  it.each([
    ['made', stacksAtOnce.made],
    ['begun', stacksAtOnce.changed],
  ] as const)('would, where one more was %s at once', (change, atOnce) => {
    const seconds = Object.values(secondsOf(templates, atOnce + 1, change))
    expect(Math.max(...seconds)).toBeGreaterThan(mostSeconds)
  })

  it('counts each alias twice where it is moved, and twice more where its canary ends', () => {
    const aliases = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`Live${index}`, { Type: 'AWS::Lambda::Alias' }]),
    )
    const moved = (['begun', 'ended'] as const).map(
      change => secondsOf([{ Resources: aliases }], 1, change).lambda,
    )
    expect(moved).toEqual([4, 4])
  })
})
