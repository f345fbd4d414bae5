import { describe, expect, it } from 'vitest'
import { entries, entryOf } from '../../../infra/constructs/entries.ts'
import { version } from '../../../infra/version.ts'
import { lookupPath } from '../../../shared/identity/contract/lookup-route.ts'
import { identityProducts } from '../../../shared/identity/products.ts'
import { everyStage, targetOf } from '../synthesised.ts'

interface FunctionProperties {
  FunctionName: string
  Runtime: string
  Architectures: string[]
  MemorySize: number
  Timeout: number
  Handler: string
  TracingConfig?: { Mode: string }
  LoggingConfig: { LogFormat: string; LogGroup: unknown }
  Environment: { Variables: Record<string, unknown> }
  ReservedConcurrentExecutions?: number
  RecursiveLoop?: string
}

interface LogGroupProperties {
  LogGroupName: string
  RetentionInDays?: number
}

describe.each(await everyStage())('the functions of $settings.name', stage => {
  const functions = stage.of<FunctionProperties>('AWS::Lambda::Function')
  const logGroups = stage.of<LogGroupProperties>('AWS::Logs::LogGroup')
  const named = (entry: string) =>
    functions.find(each => each.Properties.FunctionName === `${stage.settings.prefix}-${entry}`)!

  it('are one per entry and nothing else, so CDK brought no function of its own', () => {
    const expected = entries.map(entry => `${stage.settings.prefix}-${entry.replaceAll('/', '-')}`)
    expect(functions.map(({ Properties }) => Properties.FunctionName).sort()).toEqual(expected.sort())
  })

  it('run on Node 24 and arm64 as small zips, traced where the stage says so', () => {
    for (const { id, Properties } of functions) {
      expect(Properties, id).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] })
      const Mode = stage.settings.tracing ? 'Active' : undefined
      expect(Properties, id).toMatchObject({ Handler: 'index.handler' })
      expect(Properties.TracingConfig?.Mode, id).toBe(Mode)
      expect(Properties.MemorySize, id).toBeGreaterThanOrEqual(256)
      // What draws photos anew works as long as its processor makes it: more memory brings a whole one.
      const most = id.startsWith('EvidenceReEncode') ? 1769 : 512
      expect(Properties.MemorySize, id).toBeLessThanOrEqual(most)
    }
  })

  it('have copies reserved where a caller can make them wait, and leave the others to the account', () => {
    const { reserved } = stage.settings
    const given = functions
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
      .map(({ Properties }) => [
        Properties.FunctionName.slice(stage.settings.prefix.length + 1),
        Properties.ReservedConcurrentExecutions,
      ])
    const lookUps = identityProducts.map(product => entryOf(lookupPath(product)).replaceAll('/', '-'))
    const expected = reserved && [
      ...['api-token', 'pages-session-sign-in', 'pages-session-callback', 'pages-session-sign-out'].map(
        name => [name, reserved.signIn],
      ),
      ['api-webhooks-id-ping', reserved.ping],
      ['evidence-re-encode', reserved.decode],
      ...lookUps.map(name => [name, reserved.lookUp]),
      ...[
        'pages-applicant-token',
        'pages-attest-token',
        'pages-documents-token',
        'pages-documents-token-photos',
      ].map(name => [name, reserved.links]),
    ]
    expect(given.toSorted()).toEqual((expected ?? []).toSorted())
    const sum = given.reduce((total, [, copies]) => total + Number(copies), 0)
    // Two such stages fit into an account of 1000, of which 100 stay free.
    if (stage.settings.name !== 'prod') expect(sum).toBeLessThan(100)
    expect(sum).toBeLessThan(800)
  })

  it('write JSON into the one log group of their stack, which forgets', () => {
    for (const { stack, id, Properties } of functions) {
      expect(Properties.LoggingConfig.LogFormat).toBe('JSON')
      const LogGroup = targetOf(Properties.LoggingConfig.LogGroup)
      const group = logGroups.find(each => each.stack === stack && each.id === LogGroup)
      expect(group?.Properties.LogGroupName, id).toBe(`/lambda/${stack}`)
    }
    for (const { id, Properties } of logGroups)
      expect(Properties.RetentionInDays, id).toBe(stage.settings.logRetentionDays)
    // One for each stack with functions, of the gateway and of the workflow.
    expect(logGroups).toHaveLength(new Set(functions.map(({ stack }) => stack)).size + 2)
  })

  it('know their stage and their release, and only `local` may be lenient', () => {
    const isLocal = stage.settings.name === 'local'
    for (const { id, Properties } of functions) {
      const {
        STAGE,
        VERSION,
        WEBHOOK_ALLOW_LOCAL = 'false',
        ALLOW_FIXED_SECRETS = 'false',
      } = Properties.Environment.Variables
      expect([STAGE, VERSION], id).toEqual([stage.settings.name, version])
      if (!isLocal) expect([WEBHOOK_ALLOW_LOCAL, ALLOW_FIXED_SECRETS], id).toEqual(['false', 'false'])
    }
    for (const lane of ['dispatch-deliver', 'dispatch-deliver-to-slow'])
      expect(named(lane).Properties.Environment.Variables).toMatchObject({
        WEBHOOK_ALLOW_LOCAL: `${isLocal}`,
        WEBHOOK_TIMEOUT_SECONDS: '15',
        WEBHOOK_RETRY_DELAYS_SECONDS: '[5,300,1800,7200,18000,36000,50400,72000,86400]',
      })
    expect(named('admin-administer').Properties.Environment.Variables.ALLOW_FIXED_SECRETS).toBe(`${isLocal}`)
  })

  it('may send to the queue that they read only where waiting means going round', () => {
    for (const lane of ['dispatch-deliver', 'dispatch-deliver-to-slow'])
      expect(named(lane).Properties.RecursiveLoop).toBe('Allow')
    expect(named('completion-signal').Properties.RecursiveLoop).toBeUndefined()
  })
})
