import { describe, expect, it } from 'vitest'
import { matchesPattern } from '../../../infra/constructs/wildcard.ts'
import { everyStage } from '../synthesised.ts'

interface Statement {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Principal?: unknown
  Condition?: Record<string, Record<string, string | string[]>>
}

interface RoleProperties {
  Policies: { PolicyDocument: { Statement: Statement[] } }[]
  ManagedPolicyArns?: unknown[]
}

/** Actions that cannot name a resource; the reasons are in `constructs/binding.ts`. */
const accountWide = [
  'cloudwatch:DescribeAlarms',
  'dynamodb:ListStreams',
  'logs:CreateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:DescribeLogGroups',
  'logs:DescribeResourcePolicies',
  'logs:GetLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:UpdateLogDelivery',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
]

const tableWrites = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
]

const list = <Item>(value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value])

describe.each(await everyStage())('the permissions of $settings.name', stage => {
  const roles = stage.of<RoleProperties>('AWS::IAM::Role')
  const statements = roles.flatMap(({ id, Properties }) =>
    Properties.Policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.map(each => ({ id, ...each })),
    ),
  )

  it('name every action in full', () => {
    for (const { id, Effect, Action } of statements) {
      expect(Effect).toBe('Allow')
      for (const action of list(Action)) expect(action, id).toMatch(/^[a-z0-9-]+:[A-Za-z]+$/)
    }
  })

  it('are given on everything only where the action knows no resource', () => {
    for (const { id, Action, Resource } of statements)
      if (list(Resource).includes('*'))
        for (const action of list(Action)) expect(accountWide, `${id} ${action}`).toContain(action)
  })

  it('end in a wildcard only for photos, executions, secrets and customers’ roles, whose names nobody knows in advance', () => {
    const namedLater = [
      's3:DeleteObject',
      's3:GetObject',
      's3:GetObjectVersion',
      's3:PutObject',
      'states:StopExecution',
      'secretsmanager:GetSecretValue',
      'secretsmanager:PutSecretValue',
      'secretsmanager:UpdateSecretVersionStage',
      'sts:AssumeRole',
    ]
    for (const { id, Action, Resource } of statements)
      for (const resource of list(Resource).filter(each => each !== '*'))
        if (/[*?]/.test(JSON.stringify(resource)))
          expect(namedLater, id).toEqual(expect.arrayContaining(list(Action)))
  })

  it('to assume roles leave open the account, of those alone whose name says what they are for', () => {
    const assumes = statements.filter(({ Action }) => list(Action).includes('sts:AssumeRole'))
    expect(assumes.map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, '')).sort()).toEqual([
      'ApiWebhooksIdPing',
      'DispatchDeliver',
      'DispatchDeliverToSlow',
    ])
    for (const { id, Resource } of assumes)
      expect(JSON.stringify(Resource), id).toMatch(/:iam::\*:role\/VerificationEvents\*"\]\]\}\]?$/)
  })

  it('to read a secret leave open nothing but the six characters that Secrets Manager adds', () => {
    const reads = statements.filter(({ Action }) => list(Action).includes('secretsmanager:GetSecretValue'))
    expect(reads.length).toBeGreaterThan(0)
    for (const { id, Resource } of reads)
      for (const resource of list(Resource))
        expect(JSON.stringify(resource), id).toMatch(/:secret:[\w-]+-key-\?{6}"\]\]\}$/)
  })

  it('to change a secret are administration’s, of all but the one by which people are found', () => {
    const changes = statements.filter(({ Action }) =>
      list(Action).some(action => /^secretsmanager:(?!GetSecretValue$)/.test(action)),
    )
    expect(changes.map(({ id }) => id.replace(/Role\w+$/, ''))).toEqual(['AdminAdminister'])
    const secrets = list(changes[0]!.Resource).map(resource => JSON.stringify(resource))
    expect(secrets).toHaveLength(5)
    expect(secrets.filter(secret => secret.includes('id-number-key'))).toEqual([])
  })

  const writes = statements.filter(({ Action }) => list(Action).some(action => tableWrites.includes(action)))
  const keysOf = ({ Condition }: Statement) =>
    list(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [])
  const writersOf = (key: string) => {
    const may = writes.filter(each => keysOf(each).some(pattern => matchesPattern(pattern, key)))
    return [...new Set(may.map(({ id }) => id.replace(/Role\w+$/, '')))].sort()
  }

  it('to write the table name the keys, and nothing else is asked of a request', () => {
    expect(writes.length).toBeGreaterThan(20)
    for (const each of statements) {
      const isWrite = writes.includes(each)
      if (list(each.Action).includes('ses:SendEmail')) continue
      expect(Object.keys(each.Condition ?? {}), each.id).toEqual(isWrite ? ['ForAllValues:StringLike'] : [])
      expect(keysOf(each).length > 0, each.id).toBe(isWrite)
      if (isWrite) expect(tableWrites, each.id).toEqual(expect.arrayContaining(list(each.Action)))
    }
  })

  it('to write the table say nothing that another of the same role says', () => {
    for (const one of writes)
      for (const other of writes.filter(each => each.id === one.id && each !== one)) {
        const shared = list(one.Action).filter(action => list(other.Action).includes(action))
        const isCovered = keysOf(one).every(key => keysOf(other).some(wall => matchesPattern(wall, key)))
        expect(isCovered ? shared : [], one.id).toEqual([])
      }
  })

  it('to send are one function’s, from the stage’s own sender and origin and nobody else', () => {
    const { mail, smsOrigin } = stage.settings.messages
    const sending = statements.filter(({ Action }) => /^(ses|sms-voice):/.test(list(Action)[0]!))
    expect(
      sending.map(({ id, Action, Condition }) => [id.replace(/Role\w+$/, ''), Action, Condition]),
    ).toEqual([
      ...(mail
        ? [['MessageSend', 'ses:SendEmail', { StringEquals: { 'ses:FromAddress': mail.sender } }]]
        : []),
      ...(smsOrigin ? [['MessageSend', 'sms-voice:SendTextMessage', undefined]] : []),
    ])
    const resources = JSON.stringify(sending.map(({ Resource }) => Resource))
    if (mail) expect(resources).toContain(`:identity/${mail.identity}"`)
    if (smsOrigin) expect(resources).toContain(`:${smsOrigin}"`)
  })

  it('to write credentials are signing in’s and administration’s alone', () => {
    for (const key of ['token#x', 'token#1#test#x']) expect(writersOf(key), key).toEqual(['ApiToken'])
    const signingIn = ['ApiPortalLinksOpen', 'ApiPortalSession', 'ApiToken']
    for (const key of ['client#x', 'client#x#live#'])
      expect(writersOf(key), key).toEqual(['AdminAdminister', ...signingIn])
    expect(writersOf('organisations')).toEqual(['AdminAdminister'])
    expect(writersOf('data-format')).toEqual(['AdminAdminister'])
    for (const each of writes.filter(({ id }) => signingIn.some(name => id.startsWith(name))))
      if (keysOf(each).includes('client#*')) expect(each.Action).toBe('dynamodb:ConditionCheckItem')
  })

  it('to write what opens a portal are those who open one, each its own kind', () => {
    expect(writersOf('portal#x')).toEqual(['ApiPortalLinksOpen', 'ApiPortalSession'])
    expect(writersOf('portal-link#x')).toEqual(['ApiPortalLinks', 'ApiPortalLinksOpen'])
    const mayBegin = writes.filter(each => keysOf(each).includes('portal-link#*'))
    expect(mayBegin.map(({ Action }) => Action).sort()).toEqual(['dynamodb:PutItem', 'dynamodb:UpdateItem'])
  })

  it('to write the request log are those who know callers: a line, and nothing over it that is not new', () => {
    const key = '1#test#request'
    expect(writersOf(key).length).toBeGreaterThan(20)
    for (const each of writes.filter(one => keysOf(one).includes('1*#test#request')))
      expect(list(each.Action), each.id).toEqual(['dynamodb:PutItem'])
  })

  it('to write what signs receipts are those who sign and administration’s alone, who also may read its secret', () => {
    // A report holds its receipt.
    const signing = ['Addresses', 'Employments', 'Identities', 'OperationsCases'].flatMap(collection => [
      `Api${collection}IdReceipt`,
      `Api${collection}IdReport`,
    ])
    // So are seals of the ledger, and heads of the trails’ log.
    signing.push('TrustCloseTrails', 'TrustSealLedgers')
    expect(writersOf('receipt-keys')).toEqual(['AdminAdminister', ...signing])
    const reading = statements.filter(({ Resource }) =>
      JSON.stringify(Resource).includes('receipt-key-??????'),
    )
    const readers = new Set(reading.map(({ id }) => id.replace(/Role\w+$/, '')))
    expect([...readers].sort()).toEqual(['AdminAdminister', ...signing])
    const changes = writes.filter(each => keysOf(each).includes('receipt-keys'))
    for (const { id, Action } of changes.filter(each => !each.id.startsWith('AdminAdminister')))
      expect(list(Action), id).toEqual(['dynamodb:PutItem'])
  })

  it('to add to the log of the trails are those of one function, and nobody’s to take away or unlock', () => {
    const onLog = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('-trail-log-'))
    const allowed = onLog.flatMap(({ id, Action }) =>
      list(Action).map(action => `${id.replace(/Role\w+$/, '')} ${action}`),
    )
    const readers = [
      'AdminAdminister',
      'ApiAddressesIdReceipt',
      'ApiEmploymentsIdReceipt',
      'ApiIdentitiesIdReceipt',
      'ApiOperationsCasesIdReceipt',
      'TrustCheckTrails',
      'TrustCloseTrails',
    ]
    expect(allowed.toSorted()).toEqual(
      [
        ...readers.flatMap(id => [`${id} s3:GetObjectVersion`, `${id} s3:ListBucketVersions`]),
        'TrustCloseTrails s3:PutObject',
      ].toSorted(),
    )
  })

  it('to add seals of the ledger are those of one function, and nobody’s to take away or unlock', () => {
    const onLedger = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('-ledger-'))
    const allowed = onLedger.flatMap(({ id, Action }) =>
      list(Action).map(action => `${id.replace(/Role\w+$/, '')} ${action}`),
    )
    const readers = ['AdminAdminister', 'TrustSealLedgers']
    expect(allowed.toSorted()).toEqual(
      [
        ...readers.flatMap(id => [`${id} s3:GetObjectVersion`, `${id} s3:ListBucketVersions`]),
        'TrustSealLedgers s3:PutObject',
      ].toSorted(),
    )
  })

  it('to delete or change a line of the ledger are nobody’s', () => {
    const onLines = writes.filter(each => keysOf(each).includes('ledger#*'))
    expect(new Set(onLines.flatMap(({ Action }) => list(Action)))).toEqual(new Set(['dynamodb:PutItem']))
  })

  const holdersOf = (secret: string) => {
    const reading = statements.filter(({ Resource }) => JSON.stringify(Resource).includes(`${secret}-??????`))
    return [...new Set(reading.map(({ id }) => id.replace(/Role\w+$/, '')))].sort()
  }

  it('to write encryption keys belong to administration and the hourly function alone', () => {
    expect(writersOf('data-keys')).toEqual(['AdminAdminister', 'OutboxReconcileAll'])
  })

  it('to decrypt belong to functions that read or write personal data', () => {
    const holders = holdersOf('wrapping-key')
    const ofTable = statements.filter(({ Action }) =>
      list(Action).some(action => /^dynamodb:(Get|Batch|Query|Put)/.test(action)),
    )
    const users = new Set(ofTable.map(({ id }) => id.replace(/Role\w+$/, '')))
    expect([...users].filter(id => !holders.includes(id)).sort()).toEqual([
      'ApiCharges',
      'ApiChargesLines',
      'ApiEvents',
      'ApiJwksJson',
      'ApiMcp',
      'ApiOperationsAssignmentsIdTrail',
      'ApiOperationsDevicesIdUnsent',
      'ApiOperationsFieldworkHealth',
      'ApiOperationsQuality',
      'ApiPortalLinks',
      'ApiPortalLinksOpen',
      'ApiPortalSession',
      'ApiRegistries',
      'ApiRequests',
      'ApiSession',
      'ApiToken',
      'ApiWebhooks',
      'ApiWebhooksId',
      'ApiWebhooksIdSecret',
      'CompletionDelay',
      'CompletionExpire',
      'CompletionSignal',
      'FieldworkCount',
      'OutboxBeat',
      'OutboxCheckLedger',
      'OutboxCountCharges',
      'PagesDocsOperatorsPage',
      'PagesSessionCallback',
      'TrustCheckTrails',
      'TrustCloseTrails',
      'TrustSealLedgers',
    ])
    // It only makes keys.
    expect(holders).toContain('OutboxReconcileAll')
  })

  it('of the tools of coding agents are those to know and count who calls, and no record’s', () => {
    const ofTools = statements.filter(({ id }) => /^ApiMcpRole/.test(id))
    const services = ofTools.flatMap(({ Action }) => list(Action)).map(action => action.split(':')[0])
    expect([...new Set(services)].sort()).toEqual(['dynamodb', 'kms', 'logs', 'xray'])
    const ofTable = ofTools.filter(({ Action }) => list(Action).some(each => each.startsWith('dynamodb:')))
    const reads = ofTable.flatMap(({ Action }) => list(Action)).filter(each => !tableWrites.includes(each))
    expect(reads).toEqual(['dynamodb:BatchGetItem'])
  })

  it('to write people and their sessions are signing in’s, a session’s own and administration’s alone', () => {
    expect(writersOf('person#agent-1')).toEqual(['AdminAdminister', 'PagesSessionCallback'])
    expect(writersOf('session#x')).toEqual(['ApiSession', 'PagesSessionCallback', 'PagesSessionSignOut'])
    expect(writersOf('sign-in#x')).toEqual(['PagesSessionCallback'])
    const actionsOn = (id: string, wall: string) =>
      writes
        .filter(each => each.id.startsWith(id) && keysOf(each).includes(wall))
        .flatMap(({ Action }) => list(Action))
        .sort()
    expect(actionsOn('PagesSessionCallback', 'session#*')).toEqual(['dynamodb:PutItem'])
    expect(actionsOn('PagesSessionCallback', 'person#*')).toEqual(['dynamodb:UpdateItem'])
    expect(actionsOn('ApiSession', 'session#*')).toEqual(['dynamodb:DeleteItem', 'dynamodb:UpdateItem'])
    expect(actionsOn('PagesSessionSignOut', 'session#*')).toEqual(['dynamodb:DeleteItem'])
  })

  it('to write the state of a registry are look-ups’ alone', () => {
    const lookups = ['ApiKeIdentities', 'ApiNgIdentities', 'LookupTryAgain']
    const writers = writersOf('circuit#nin')
    expect(writers.filter(writer => !lookups.some(name => writer.startsWith(name)))).toEqual([])
    for (const name of lookups) expect(writers, name).toContainEqual(expect.stringMatching(`^${name}`))
  })

  it('let every writer append to a trail, erasure alone change it, and nobody delete', () => {
    const key = 'trail#1#live#0000000000000007'
    const toTrails = writes.filter(each => keysOf(each).some(pattern => matchesPattern(pattern, key)))
    const may = (action: string) =>
      toTrails
        .filter(({ Action }) => list(Action).includes(action))
        .map(({ id }) => id.replace(/Role\w+$/, ''))
    expect(may('dynamodb:PutItem').length).toBeGreaterThan(10)
    expect(may('dynamodb:UpdateItem')).toEqual(['AdminAdminister', 'TrustRepeatErasures'])
    expect([may('dynamodb:DeleteItem'), may('dynamodb:ConditionCheckItem')]).toEqual([[], []])
  })

  it('over photos are for one folder each: the function that re-encodes them can reach nothing else', () => {
    /** Its actions beside those that every function has, with the folder of the bucket. */
    const mayOf = (name: string) =>
      statements
        .filter(({ id }) => new RegExp(`^${name}Role[0-9A-F]+$`).test(id))
        .flatMap(({ Action, Resource }) =>
          list(Action).flatMap(action =>
            list(Resource).map(resource => {
              const [, folder, below] = /\/(\w+)\/\*(?:\/(\w+))?/.exec(JSON.stringify(resource)) ?? []
              return [action, folder, below].filter(Boolean).join(' ')
            }),
          ),
        )
        .filter(action => /^(s3|lambda|dynamodb|secretsmanager|sqs|states):/.test(action))
        .sort()
    const ofTable = (action: string): boolean => /^(dynamodb|secretsmanager):/.test(action)
    expect(mayOf('EvidenceReEncode')).toEqual([
      's3:GetObject incoming',
      's3:PutObject evidence',
      's3:PutObject incoming drawn',
    ])
    const keeping = ['s3:GetObject incoming drawn', 's3:PutObject evidence']
    expect(mayOf('ApiAddressesPro').filter(action => !ofTable(action))).toEqual([
      'lambda:InvokeFunction',
      's3:DeleteObject incoming',
      ...keeping,
      's3:PutObject incoming',
    ])
    expect(mayOf('CompletionAssign').filter(action => /^s3/.test(action))).toEqual(keeping)
    const ofWork = mayOf('ApiOperationsAssignmentsId').filter(action => !ofTable(action))
    expect(ofWork).toEqual(['s3:GetObject evidence applicantPhoto'])
    const photos = 'ApiOperationsAssignmentsIdPhotos'
    expect(mayOf(photos).filter(action => !ofTable(action))).toEqual(['s3:PutObject incoming'])
    expect(mayOf(`${photos}Slot`).filter(action => !ofTable(action))).toEqual([
      'lambda:InvokeFunction',
      's3:DeleteObject incoming',
      's3:ListBucket',
      's3:PutObject incoming',
    ])
    const sent = mayOf('PagesDocumentsTokenPhotos')
    expect(sent.filter(action => !action.startsWith('dynamodb:'))).toEqual([
      'lambda:InvokeFunction',
      's3:DeleteObject incoming',
      's3:PutObject incoming',
      // Links, and what is sealed of persons.
      'secretsmanager:GetSecretValue',
      'secretsmanager:GetSecretValue',
    ])
    expect(mayOf('PagesDocumentsToken').filter(action => !ofTable(action))).toEqual([])
  })

  it('stand in the role itself, and in no policy that AWS or CDK manages', () => {
    expect(stage.mayHave('AWS::IAM::Policy')).toEqual([])
    for (const { id, Properties } of roles) expect(Properties.ManagedPolicyArns, id).toBeUndefined()
  })

  it('are open to nobody outside, but for the account over its own key and alarms to their topic', () => {
    const policies = stage.all.flatMap(({ Type, Properties }) => {
      const document = (Properties.PolicyDocument ?? Properties.KeyPolicy) as
        | { Statement: Statement[] }
        | undefined
      return document && Type !== 'AWS::IAM::Role' ? document.Statement.map(each => ({ Type, ...each })) : []
    })
    expect(policies.length).toBeGreaterThan(0)
    for (const { Type, Action, Principal, Condition } of policies.filter(each => each.Effect === 'Allow'))
      if (Type === 'AWS::SNS::TopicPolicy') {
        expect([Action, Principal]).toEqual(['sns:Publish', { Service: 'cloudwatch.amazonaws.com' }])
        expect(JSON.stringify(Condition)).toMatch(/aws:SourceArn.*AWS::AccountId.*:alarm:\*/)
      } else {
        expect(Type).toBe('AWS::KMS::Key')
        expect(JSON.stringify(Principal)).toMatch(/AWS::AccountId.*:root/)
      }
  })
})
