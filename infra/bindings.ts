import { type RegistryName, registryNames } from '../shared/identity/products.ts'
import { tableSchema } from '../shared/table/schema.ts'
import { type Binding, grant, type Variables } from './constructs/binding.ts'
import type { Queues } from './queues.ts'
import type { Stage } from './stages.ts'
import type { StatefulStack } from './stateful-stack.ts'

const encrypt = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]
const decrypt = ['kms:Decrypt', 'kms:DescribeKey']

const settingsOnly = (variables: Variables): Binding => ({ grants: [], variables })

/** What functions may use of the data and the settings, named by intent. The workflow brings its own. */
export const bindingsOf = (settings: Stage, stateful: StatefulStack, queues: Queues, mediaUrl: string) => ({
  ...tableBindings(stateful),
  ...mediaBindings(stateful),
  sendCompletions: queues.completions.send,
  sendDeliveries: queues.deliveries.send,
  sendLookups: queues.lookups.send,
  /** To send out the simulated agent, who arrives after a while. */
  sendVisits: {
    grants: queues.visits.send.grants,
    variables: {
      ...queues.visits.send.variables,
      SIMULATED_AGENT_DELAY_SECONDS: `${settings.verification.simulatedAgentDelaySeconds}`,
    },
  },
  /** The key that id numbers are stored under. */
  idNumberSecret: secret(stateful, stateful.idNumberSecretArn, {
    ID_NUMBER_SECRET_ARN: stateful.idNumberSecretArn,
  }),
  /** The key that photo links are made and read with. */
  fileTokenSecret: secret(stateful, stateful.fileTokenSecretArn, {
    FILE_TOKEN_SECRET_ARN: stateful.fileTokenSecretArn,
  }),
  mediaUrl: settingsOnly({ MEDIA_URL: mediaUrl }),
  /** Which receivers are allowed. */
  receiverRules: settingsOnly({ WEBHOOK_ALLOW_LOCAL: `${settings.webhooks.allowLocalReceivers}` }),
  /** How long one may take to answer. */
  patience: settingsOnly({ WEBHOOK_TIMEOUT_SECONDS: `${settings.webhooks.timeoutSeconds}` }),
  /** When one that failed is tried again. */
  retrySchedule: settingsOnly({
    WEBHOOK_RETRY_SECONDS: JSON.stringify(settings.webhooks.retryScheduleSeconds),
  }),
  /** How much a client may ask. */
  lookupLimits: settingsOnly({
    LOOKUP_LIMITS: JSON.stringify({
      perClientPerMinute: settings.lookups.perClientPerMinute,
      perNumberPerDay: settings.lookups.perNumberPerDay,
    }),
  }),
  /** When a look-up whose registry failed is tried again. */
  lookupRetries: settingsOnly({
    LOOKUP_RETRIES: JSON.stringify({
      retrySeconds: settings.lookups.retrySeconds,
      giveUpSeconds: settings.lookups.giveUpSeconds,
    }),
  }),
  /** The key for personal data that has to wait a while. */
  personalDataSecret: secret(stateful, stateful.personalDataSecretArn, {
    PERSONAL_DATA_SECRET_ARN: stateful.personalDataSecretArn,
  }),
  /** To ask these registries: where they are, and the credential. */
  registries: (...names: readonly RegistryName[]) => registryBinding(settings, stateful, names),
  /** To know which are connected, without their credentials. */
  registryPlaces: settingsOnly(registryBinding(settings, stateful, registryNames).variables),
  prices: settingsOnly({ PRICES: JSON.stringify(settings.prices) }),
  seed: settingsOnly({ ALLOW_FIXED_SECRETS: `${settings.seed}` }),
})

export type Bindings = ReturnType<typeof bindingsOf>

const tableBindings = ({ tableName, tableArn, key }: StatefulStack) => {
  const indexArns = tableSchema.indexes.map(({ name }) => `${tableArn}/index/${name}`)
  const variables = { TABLE_NAME: tableName }
  const read = grant(['dynamodb:GetItem', 'dynamodb:BatchGetItem'], tableArn)
  const query = grant(['dynamodb:Query'], tableArn, ...indexArns)
  // A transaction needs these and nothing of its own.
  const write = grant(
    ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
    tableArn,
  )
  return {
    tableRead: { grants: [read, query, grant(decrypt, key.keyArn)], variables } satisfies Binding,
    tableWrite: { grants: [write, grant([...decrypt, ...encrypt], key.keyArn)], variables } satisfies Binding,
  }
}

const mediaBindings = ({ mediaBucket, key }: StatefulStack) => {
  const variables = { MEDIA_BUCKET: mediaBucket.bucketName }
  const objects = mediaBucket.arnForObjects('*')
  return {
    mediaRead: { grants: [grant(['s3:GetObject'], objects), grant(['kms:Decrypt'], key.keyArn)], variables },
    mediaWrite: {
      grants: [grant(['s3:PutObject'], objects), grant(['kms:Decrypt', 'kms:GenerateDataKey'], key.keyArn)],
      variables,
    },
  }
}

const registryBinding = (
  settings: Stage,
  stateful: StatefulStack,
  names: readonly RegistryName[],
): Binding => {
  const connected = names.flatMap(name => {
    const { baseUrl } = settings.registries[name]
    const secretArn = stateful.registrySecretArns.get(name)
    return baseUrl === null || secretArn === undefined ? [] : [{ name, baseUrl, secretArn }]
  })
  const places = connected.map(({ name, baseUrl, secretArn }) => [name, { baseUrl, secretArn }] as const)
  return {
    grants: connected.flatMap(({ secretArn }) => secret(stateful, secretArn, {}).grants),
    variables: { REGISTRIES: JSON.stringify(Object.fromEntries(places)) },
  }
}

const secret = ({ key }: StatefulStack, arn: string, variables: Variables): Binding => ({
  grants: [grant(['secretsmanager:GetSecretValue'], arn), grant(['kms:Decrypt'], key.keyArn)],
  variables,
})
