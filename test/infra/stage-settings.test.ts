import { describe, expect, it } from 'vitest'
import { refuseWrongStage, type StageSettings } from '../../infra/stage-settings.ts'
import { hostsAt, registriesAt, stages } from '../../infra/stages.ts'
import { withReaders } from '../support/with-readers.ts'
import { everyStage, type Synthesised, synthesised } from './synthesised.ts'

const prod = withReaders(stages.prod)
const unread = 'nobody reads these alarms: name an email address or an https address in infra/stages.ts.'
const certificateArn = 'arn:aws:acm:af-south-1:123456789012:certificate/11111111-2222-3333-4444-555555555555'
const inCapeTown: Partial<StageSettings> = {
  region: 'af-south-1',
  hosts: {
    api: { domain: 'api.verify.example', certificateArn },
    pages: { domain: 'work.verify.example', certificateArn },
    links: { domain: 'v.example', certificateArn },
    media: { domain: 'work.verify.example', certificateArn },
  },
}

const changed = (change: Partial<StageSettings>) => synthesised({ ...prod, ...change })

describe('a stage that could not do what it is for is refused', () => {
  it.each<[Partial<StageSettings>, string]>([
    [
      { prefix: 'Verification' },
      'prefix: "Verification" is not of 2 to 20 small letters, digits and hyphens.',
    ],
    [
      { region: 'mars-1' as never },
      'region: "mars-1" is none of af-south-1, eu-central-1, eu-west-1, eu-west-2, us-east-1.',
    ],
    [{ prices: { ...prod.prices, nin: -1 } }, 'prices.nin: -1 is no price in whole naira.'],
    [
      { consentRequired: ['bvn'] as never },
      'consentRequired: "bvn" is none of address, address-pro, business-address, employment, nin, nin-premium, driver-license, alien-card, passport.',
    ],
    [
      { keepsData: false, deletionProtection: false },
      'trailLock: it would prevent the removal of a stage that does not keep its data.',
    ],
    ...[0, 61, 1.5].map((disputeDays): [Partial<StageSettings>, string] => [
      { fieldwork: { ...prod.fieldwork, disputeDays } },
      `fieldwork.disputeDays: ${disputeDays} is no whole number of days from 1 to 60.`,
    ]),
    ...[0, 31 * 86_400].map((disputeDueSeconds): [Partial<StageSettings>, string] => [
      { fieldwork: { ...prod.fieldwork, disputeDueSeconds } },
      'fieldwork.disputeDueSeconds: a reviewer has from an hour to thirty days.',
    ]),
    ...(
      [
        ['legalName', '', 'must not be empty.'],
        ['phone', '0700', '"0700" is no telephone number as +234 1 234 5678.'],
        ['privacyNotice', 'http://a.example', '"http://a.example" is no https address without a query.'],
        [
          'logo',
          'https://a.example/logo.png',
          'no data: URL of a PNG or an SVG in Base64 with at most 20000 characters.',
        ],
      ] as const
    ).map(([field, value, said]): [Partial<StageSettings>, string] => [
      { operator: { ...stages.local.operator, [field]: value } },
      `operator.${field}: ${said}`,
    ]),
    [{ sells: ['address', 'nin'] }, 'registries.nin: not connected, and the stage sells nin.'],
    [
      { registries: registriesAt('http://registry.example') },
      'registries.nin: "http://registry.example" is no https address without a query.',
    ],
    [
      { hosts: hostsAt('https://work.example.com/') },
      'hosts.api: "https://work.example.com/" is no https address of a host, as in https://work.example.com.',
    ],
    [
      { region: 'eu-west-1', hosts: inCapeTown.hosts! },
      'hosts.api: its certificate is in af-south-1; `region` has to name the same.',
    ],
    [
      {
        region: 'eu-west-1',
        hosts: { ...hostsAt(null), media: { domain: 'Media', certificateArn: 'mine' } },
      },
      'hosts.media.domain: "Media" is no domain in small letters.\nhosts.media.certificateArn: "mine" is no ARN of a certificate.',
    ],
    [{ logRetentionDays: 8 }, 'logRetentionDays: CloudWatch knows no 8, but 1, 3, 5, 7, 14,'],
    [
      { keepsData: false },
      'deletionProtection: it would prevent the removal of a stage that does not keep its data.',
    ],
    [
      { alarms: { page: ['ops'], ticket: ['http://tickets.example'] } },
      'alarms.page: "ops" is neither an email address nor an https address.\nalarms.ticket: "http://tickets.example" is neither an email address nor an https address.',
    ],
    [{ alarms: { page: [], ticket: ['a@b.example'] } }, `alarms.page: ${unread}`],
    [{ alarms: { page: ['https://page.example/key'], ticket: [] } }, `alarms.ticket: ${unread}`],
    [
      { change: { canaryMinutes: 7 as never } },
      'change.canaryMinutes: CodeDeploy knows no 7, but 0, 5, 10, 15, 30.',
    ],
    [{ alarms: null }, 'change: a canary needs an alarm, or it never rolls back.'],
    [{ seed: true }, 'seed: fixed secrets are for the stage local alone.'],
    [
      { verification: { ...prod.verification, expirySeconds: 60, startsPerSecond: 5 } },
      'verification.startsPerSecond: below 80 the queue would wait for itself.\nverification.expirySeconds: must be later than the due time, or nothing is ever late.',
    ],
    [
      { fieldwork: { ...prod.fieldwork, backCheckShare: 2, claimsPerAgent: 0 } },
      'fieldwork.claimsPerAgent: must be more than 0.\nfieldwork.backCheckShare: a share is between 0 and 1.',
    ],
    [
      { fieldwork: { ...prod.fieldwork, fourEyes: false, secondReviewShare: 0.1 } },
      'fieldwork.secondReviewShare: needs fourEyes, or there is no second reviewer.',
    ],
    [
      { throttle: { ratePerSecond: 0, burst: 1.5 } },
      'throttle.ratePerSecond: must be more than 0.\nthrottle.burst: 1.5 is no whole number.',
    ],
    [
      { requestsPerMinute: '1200' as never, tracking: true } as never,
      'requestsPerMinute: "1200" is no number.\ntracking: no such setting.',
    ],
    [
      { lookups: { ...prod.lookups, retrySeconds: [] } },
      'lookups.retrySeconds: missing: a late look-up is tried again.',
    ],
  ])('in a sentence: %o', (change, sentence) => {
    expect(() => refuseWrongStage({ ...prod, ...change })).toThrow(`The stage prod:\n${sentence}`)
  })

  it('and those of the table are not, once somebody reads their alarms', () => {
    for (const settings of Object.values(stages))
      expect(() => refuseWrongStage(withReaders(settings))).not.toThrow()
    for (const settings of [stages.staging, stages.prod])
      expect(() => refuseWrongStage(settings)).toThrow(
        `The stage ${settings.name}:\nalarms.page: ${unread}\nalarms.ticket: ${unread}`,
      )
  })
})

describe('a stage with domains of its own', async () => {
  const stage = await changed(inCapeTown)
  const of = (type: string) => stage.of<Record<string, unknown>>(type).map(({ Properties }) => Properties)

  it('serves each of them once', () => {
    expect(of('AWS::ApiGatewayV2::DomainName').map(({ DomainName }) => DomainName)).toEqual([
      'api.verify.example',
      'work.verify.example',
      'v.example',
    ])
    expect(of('AWS::ApiGatewayV2::ApiMapping')).toHaveLength(3)
    expect(Object.keys(stage.outputs).filter(name => name.startsWith('Target'))).toHaveLength(3)
  })

  it('leads people, links and photos there', () => {
    const text = JSON.stringify(stage.all)
    expect(text).toContain('"MEDIA_URL":"https://work.verify.example"')
    expect(text).toContain('"PAGES_URL":"https://v.example"')
    expect(text).toContain('"CallbackURLs":["https://work.verify.example/v1/session/callback"]')
  })

  it('lies in the region that it names', () => {
    for (const name of stage.stackNames)
      expect(stage.artifacts[name]!.environment).toBe('aws://unknown-account/af-south-1')
  })
})

describe('two stages', async () => {
  /** What an account has once in all its regions, or the world once. */
  const global = ['AWS::IAM::Role', 'AWS::IAM::Policy', 'AWS::S3::Bucket']
  const nameFields = ['RoleName', 'PolicyName', 'BucketName']
  const namesIn = ({ all }: Synthesised, types: readonly string[]) =>
    all
      .filter(({ Type }) => types.includes(Type))
      .flatMap(({ Properties }) => nameFields.map(field => Properties[field]).filter(Boolean))
      .map(name => JSON.stringify(name))

  it('in one account have no name in common', () => {
    const prefixes = Object.values(stages).map(({ prefix }) => prefix)
    expect(new Set(prefixes).size).toBe(prefixes.length)
    const starts = prefixes.filter(one =>
      prefixes.some(other => other !== one && other.startsWith(`${one}-`)),
    )
    expect(starts).toEqual([])
  })

  it('of the same name in two regions share nothing that an account has once', async () => {
    const names = namesIn(await changed({ region: 'eu-west-1' }), global)
    expect(names).not.toEqual([])
    for (const name of names) expect(name).toMatch(/AWS::Region|eu-west-1/)
  })

  it.each(await everyStage())('are protected where they keep their data: $settings.name', stage => {
    const isProtected = stage.stackNames.map(
      name => stage.artifacts[name]!.properties!.terminationProtection ?? false,
    )
    expect(new Set(isProtected)).toEqual(new Set([stage.settings.keepsData]))
  })
})
