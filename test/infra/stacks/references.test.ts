import { describe, expect, it } from 'vitest'
import { stacks } from '../../../infra/stacks/names.ts'
import { everyStage, type Synthesised, templateOf } from '../synthesised.ts'
import { queueNames } from './queue-names.ts'

interface StackOutput {
  readonly StackName: string
  readonly OutputName: string
}

/** Every value of this key, however deep. */
const valuesOf = (key: string, within: unknown): unknown[] =>
  typeof within !== 'object' || within === null
    ? []
    : Object.entries(within).flatMap(([name, value]) => (name === key ? [value] : valuesOf(key, value)))

/** What a text of the template comes to, with `Ref`s by their name. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  const { Ref, ...intrinsic } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] }
  return Ref ?? intrinsic['Fn::Join']?.[1].map(textOf).join('') ?? ''
}

const namesOf = (stage: Synthesised, type: string, property: string) =>
  stage.of<Record<string, unknown>>(type).map(({ Properties }) => textOf(Properties[property]))

/** The last part of every ARN of a service that a role names or a variable holds. */
const namedIn = (stage: Synthesised, pattern: RegExp) => {
  const users = [...stage.of('AWS::IAM::Role'), ...stage.of('AWS::Lambda::Function')]
  const texts = users
    .flatMap(({ Properties }) => valuesOf('Fn::Join', Properties))
    .map(join => textOf({ 'Fn::Join': join }))
  return new Set(texts.flatMap(text => pattern.exec(text)?.[1] ?? []))
}

const variablesOf = (stage: Synthesised) =>
  stage
    .of<{ Environment: { Variables: Record<string, unknown> } }>('AWS::Lambda::Function')
    .flatMap(({ Properties }) => Object.entries(Properties.Environment.Variables))

describe.each(await everyStage())('the stacks of $settings.name', stage => {
  const { artifacts } = stage

  /** Everything that is deployed before a stack. */
  const before = (stack: string): string[] =>
    (artifacts[stack]?.dependencies ?? []).flatMap(each => [each, ...before(each)])

  it('are one per noun, each deployable without another noun', () => {
    expect(stage.stackNames.every(name => name in artifacts)).toBe(true)
    expect(stage.stackNames).toHaveLength(stacks.length)
    const baseStacks = stage.stackNames.slice(0, 2)
    // But for the routes, which lead to all of them.
    for (const stack of stage.stackNames.slice(0, -1))
      for (const needed of before(stack).filter(each => !each.endsWith('.assets')))
        expect(baseStacks, `${stack} needs ${needed}`).toContain(needed)
  })

  it('export nothing, so that none blocks the change or removal of another', () => {
    for (const stack of stage.stackNames)
      for (const key of ['Export', 'Fn::ImportValue'])
        expect(valuesOf(key, templateOf(stage.folder, stack)), `${key} in ${stack}`).toEqual([])
  })

  it('read only what a stack says that is deployed before them', () => {
    for (const stack of stage.stackNames)
      for (const read of valuesOf('Fn::GetStackOutput', templateOf(stage.folder, stack)) as StackOutput[]) {
        expect(before(stack), stack).toContain(read.StackName)
        expect(templateOf(stage.folder, read.StackName).Outputs, stack).toHaveProperty(read.OutputName)
      }
  })

  it('agree about the names of queues', () => {
    const queues = namesOf(stage, 'AWS::SQS::Queue', 'QueueName')
    const sent = variablesOf(stage).flatMap(([name, value]) =>
      name.endsWith('_QUEUE_URL') ? [textOf(value)] : [],
    )
    const named = queueNames.map(
      name => `https://sqs.AWS::Region.AWS::URLSuffix/AWS::AccountId/${stage.settings.prefix}-${name}`,
    )
    expect(new Set(sent)).toEqual(new Set(named))
    for (const name of namedIn(stage, /:sqs:.*:([\w.-]+)$/)) expect(queues).toContain(name)
    for (const url of sent) expect(queues).toContain(url.split('/').at(-1))
  })

  it('agree about the names of secrets', () => {
    const secrets = namesOf(stage, 'AWS::SecretsManager::Secret', 'Name')
    const read = variablesOf(stage).flatMap(([name, value]) => (name.endsWith('_SECRET') ? [value] : []))
    expect(new Set(read)).toEqual(new Set(secrets))
    expect(namedIn(stage, /:secret:([\w-]+)-\?{6}$/)).toEqual(new Set(secrets))
  })

  it('agree about the names of the table and the buckets', () => {
    const givenAs = (wanted: string) =>
      new Set(variablesOf(stage).flatMap(([name, value]) => (name === wanted ? [textOf(value)] : [])))
    const [table] = namesOf(stage, 'AWS::DynamoDB::Table', 'TableName')
    const [media, trailLog, ledger] = namesOf(stage, 'AWS::S3::Bucket', 'BucketName')
    expect(givenAs('TABLE_NAME')).toEqual(new Set([table]))
    expect(namedIn(stage, /:table\/([\w-]+)/)).toEqual(new Set([table]))
    expect(givenAs('MEDIA_BUCKET')).toEqual(new Set([media]))
    expect(givenAs('TRAIL_LOG_BUCKET')).toEqual(new Set([trailLog]))
    expect(givenAs('LEDGER_BUCKET')).toEqual(new Set([ledger]))
    expect(namedIn(stage, /:s3:::([\w:-]+)\/\*$/)).toEqual(new Set([media, trailLog, ledger]))
  })
})
