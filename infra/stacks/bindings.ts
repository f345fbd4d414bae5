import { Aws } from 'aws-cdk-lib'
import { stageSecretNames } from '../../shared/aws/stage-secrets.ts'
import { type RegistryName, registryNames } from '../../shared/identity/products.ts'
import { marksPrefix } from '../../shared/subject/erasure-mark.ts'
import { rolePrefix } from '../../shared/webhook/cloud/arn.ts'
import { type Binding, type Grant, grant, type Variables } from '../constructs/binding.ts'
import type { WorkerEntry } from '../constructs/entries.ts'
import { arnOf, functionName, physicalName } from '../constructs/names.ts'
import { redriveBinding, sendBinding } from '../constructs/work-queue.ts'
import type { StageSettings } from '../stage-settings.ts'
import {
  credentialName,
  hostUrl,
  issuerSecretName,
  ledgerBucketName,
  mediaBucketName,
  published,
  trailLogBucketName,
} from './names.ts'
import { type Data, tableBindings } from './table-bindings.ts'

const settingsOnly = (variables: Variables): Binding => ({ grants: [], variables })

/** What functions may use of the data and the settings, named by intent. The workflow brings its own. */
export const bindingsOf = (settings: StageSettings) => ({
  ...bindingsOfData({ settings, keyArn: published(settings, 'KeyArn') }),
  sendCompletions: sendBinding(settings, 'completions'),
  sendDeliveries: sendBinding(settings, 'deliveries'),
  sendSlowDeliveries: sendBinding(settings, 'slow-deliveries'),
  sendLookups: sendBinding(settings, 'lookups'),
  sendVisits: sendBinding(settings, 'visits'),
  sendReconciliations: sendBinding(settings, 'reconciliations'),
  sendMessages: sendBinding(settings, 'messages'),
  redrive: redriveBinding(settings),
  messageSenders: settingsOnly({ MESSAGE_SENDERS: JSON.stringify(originsOf(settings)) }),
  mailAndSms: { grants: sendingGrants(settings), variables: {} },
  visitDelay: settingsOnly({
    SIMULATED_AGENT_DELAY_SECONDS: `${settings.verification.simulatedAgentDelaySeconds}`,
  }),
  /** To invoke the re-encoding of an upload, and wait for it. */
  reencode: invoke(settings, 'evidence/re-encode', name => ({ REENCODE_FUNCTION: name })),
  fieldwork: settingsOnly({ FIELDWORK_LIMITS: JSON.stringify(settings.fieldwork) }),
  due: settingsOnly({ VERIFICATION_DUE_SECONDS: `${settings.verification.dueSeconds}` }),
  expiry: settingsOnly({ VERIFICATION_EXPIRY_SECONDS: `${settings.verification.expirySeconds}` }),
  /** Where the API is found: at the URL that AWS named, unless the stage has a host for it. */
  apiUrl: (url: string) => settingsOnly({ API_URL: hostUrl(settings, 'api') ?? url }),
  /** Not for functions of the stack that publishes the URL. */
  mediaUrl: settingsOnly({ MEDIA_URL: hostUrl(settings, 'media') ?? published(settings, 'ApiUrl') }),
  /** Not for functions of the stack that publishes the URL. */
  pagesUrl: settingsOnly({ PAGES_URL: hostUrl(settings, 'links') ?? published(settings, 'ApiUrl') }),
  receiverRules: settingsOnly({ WEBHOOK_ALLOW_LOCAL: `${settings.webhooks.allowLocalReceivers}` }),
  /** To send events into customers' accounts, by roles that they create for this service. */
  customerRoles: {
    grants: [grant(['sts:AssumeRole'], `arn:${Aws.PARTITION}:iam::*:role/${rolePrefix}*`)],
    variables: {},
  },
  trustedAccount: settingsOnly({ TRUSTED_ACCOUNT_ID: Aws.ACCOUNT_ID }),
  webhookTimeout: settingsOnly({ WEBHOOK_TIMEOUT_SECONDS: `${settings.webhooks.timeoutSeconds}` }),
  webhookLimits: settingsOnly({ WEBHOOK_LIMITS: JSON.stringify(settings.webhooks.perHour) }),
  retrySchedule: settingsOnly({
    WEBHOOK_RETRY_DELAYS_SECONDS: JSON.stringify(settings.webhooks.retryScheduleSeconds),
  }),
  /**
   * Digests callers' addresses for the log: the id of the stage's key, 122 random bits that AWS drew. Unlike a secret, it
   * costs a cold start nothing. Who may read it may also log the addresses; who has only log lines learns none.
   */
  sourceAddressKey: settingsOnly({ SOURCE_ADDRESS_KEY: published(settings, 'KeyArn') }),
  requestLimit: settingsOnly({ REQUESTS_PER_MINUTE: `${settings.requestsPerMinute}` }),
  lookupLimits: settingsOnly({
    LOOKUP_LIMITS: JSON.stringify({
      perClientPerMinute: settings.lookups.perClientPerMinute,
      perNumberPerDay: settings.lookups.perNumberPerDay,
      fruitlessPerDay: settings.lookups.fruitlessPerDay,
    }),
  }),
  lookupRetries: settingsOnly({
    LOOKUP_RETRIES: JSON.stringify({
      retrySeconds: settings.lookups.retrySeconds,
      giveUpSeconds: settings.lookups.giveUpSeconds,
    }),
  }),
  consentPolicy: settingsOnly({ CONSENT_REQUIRED: JSON.stringify(settings.consentRequired) }),
  prices: settingsOnly({ PRICES: JSON.stringify(settings.prices) }),
  securityContact: settingsOnly({ SECURITY_CONTACT: JSON.stringify(settings.securityContact) }),
  seed: settingsOnly({ ALLOW_FIXED_SECRETS: `${settings.seed}` }),
})

export type Bindings = ReturnType<typeof bindingsOf>

const bindingsOfData = (data: Data) => ({
  ...tableBindings(data),
  ...mediaBindings(data),
  ...trailLogBindings(data),
  ...ledgerBindings(data),
  idNumberSecret: secret(data, 'id-number-key', name => ({ ID_NUMBER_SECRET: name })),
  fileTokenSecret: secret(data, 'file-token-key', name => ({ FILE_TOKEN_SECRET: name })),
  /** The key that links to pages for people outside are made and read with. */
  linkSecret: secret(data, 'link-key', name => ({ LINK_SECRET: name })),
  /** The key for personal data that has to wait a while. */
  personalDataSecret: secret(data, 'personal-data-key', name => ({ PERSONAL_DATA_SECRET: name })),
  /** The key that encrypts the private keys of receipts. */
  receiptKeySecret: secret(data, 'receipt-key', name => ({ RECEIPT_KEY_SECRET: name })),
  /** To give a secret a new value, and end the one before. */
  secretRotation: rotationBinding(data),
  /** To seal what holds something of a person, and to open it: the keys, and the secret that they are wrapped by. */
  personal: personalBinding(data),
  issuer: (client: IssuerClient) => issuerBinding(data, client),
  /** To ask these registries: where they are, and the credential. */
  registries: (...names: readonly RegistryName[]) => registryBinding(data, names),
  /** To know which are connected, without their credentials. */
  registryPlaces: settingsOnly(registryBinding(data, registryNames).variables),
})

const rotationBinding = ({ settings, keyArn }: Data): Binding => ({
  grants: [
    grant(
      ['secretsmanager:PutSecretValue', 'secretsmanager:UpdateSecretVersionStage'],
      ...stageSecretNames.filter(name => name !== 'id-number-key').map(name => secretArn(settings, name)),
    ),
    grant(['kms:GenerateDataKey', 'kms:Decrypt'], keyArn),
  ],
  variables: {},
})

const personalBinding = (data: Data): Binding => {
  const { grants, variables } = secret(data, 'wrapping-key', name => ({ DATA_KEY_SECRET: name }))
  const keys = tableBindings(data).dataKeys
  return { grants: [...keys.grants, ...grants], variables: { ...keys.variables, ...variables } }
}

const smsOriginArn = ({ messages: { smsOrigin } }: StageSettings): string | null =>
  smsOrigin === null ? null : arnOf('sms-voice', smsOrigin)

const originsOf = (settings: StageSettings) => ({
  sender: settings.messages.mail?.sender ?? null,
  smsOrigin: smsOriginArn(settings),
  inTestMode: settings.messages.inTestMode,
  countries: settings.messages.countries,
  limits: settings.messages.limits,
})

const sendingGrants = (settings: StageSettings): Grant[] => {
  const { mail } = settings.messages
  const smsOrigin = smsOriginArn(settings)
  return [
    ...(mail
      ? [{ ...grant(['ses:SendEmail'], arnOf('ses', `identity/${mail.identity}`)), fromAddress: mail.sender }]
      : []),
    ...(smsOrigin === null ? [] : [grant(['sms-voice:SendTextMessage'], smsOrigin)]),
  ]
}

const mediaBindings = ({ settings, keyArn }: Data) => {
  const variables = { MEDIA_BUCKET: mediaBucketName(settings) }
  const objects = `arn:${Aws.PARTITION}:s3:::${mediaBucketName(settings)}/*`
  const under = (folder: string) => objects.replace('*', `${folder}/*`)
  return {
    mediaPlace: settingsOnly(variables),
    mediaRead: { grants: [grant(['s3:GetObject'], objects), grant(['kms:Decrypt'], keyArn)], variables },
    /** To hand out small copies of what applicants showed. */
    mediaThumbnails: {
      grants: [
        grant(['s3:GetObject'], objects.replace('*', 'evidence/*/applicantPhoto*')),
        grant(['kms:Decrypt'], keyArn),
      ],
      variables,
    },
    mediaErase: {
      grants: [
        grant(['s3:DeleteObject'], objects),
        grant(['s3:ListBucket'], `arn:${Aws.PARTITION}:s3:::${mediaBucketName(settings)}`),
      ],
      variables,
    },
    /** To note where no restore reaches what was erased. */
    mediaMark: {
      grants: [
        grant(['s3:PutObject'], objects.replace('*', `${marksPrefix}*`)),
        grant(['kms:GenerateDataKey'], keyArn),
      ],
      variables,
    },
    /** To presign uploads: a URL permits no more than its signer may do. */
    mediaUpload: {
      grants: [grant(['s3:PutObject'], under('incoming')), grant(['kms:GenerateDataKey'], keyArn)],
      variables,
    },
    /** To store an upload for re-encoding, and delete it afterwards. */
    mediaPass: {
      grants: [
        grant(['s3:PutObject', 's3:DeleteObject'], under('incoming')),
        grant(['kms:GenerateDataKey'], keyArn),
      ],
      variables,
    },
    /** To see whether an upload is there, to delete it, and to put an empty object in its place. */
    mediaReceive: {
      grants: [
        grant(['s3:ListBucket'], `arn:${Aws.PARTITION}:s3:::${mediaBucketName(settings)}`),
        grant(['s3:PutObject', 's3:DeleteObject'], under('incoming')),
        grant(['kms:GenerateDataKey'], keyArn),
      ],
      variables,
    },
    mediaReEncode: {
      grants: [
        grant(['s3:GetObject'], under('incoming')),
        // What comes with an order waits until that is accepted.
        grant(['s3:PutObject'], under('evidence'), under('incoming/*/drawn')),
        grant(['kms:Decrypt', 'kms:GenerateDataKey'], keyArn),
      ],
      variables,
    },
    /** To store the re-encoded photos of an order for good. */
    mediaKeep: {
      grants: [
        grant(['s3:GetObject'], under('incoming/*/drawn')),
        grant(['s3:PutObject'], under('evidence')),
        grant(['kms:Decrypt', 'kms:GenerateDataKey'], keyArn),
      ],
      variables,
    },
    mediaWrite: {
      grants: [grant(['s3:PutObject'], objects), grant(['kms:Decrypt', 'kms:GenerateDataKey'], keyArn)],
      variables,
    },
  }
}

const trailLogBindings = ({ settings }: Data) => {
  const variables = { TRAIL_LOG_BUCKET: trailLogBucketName(settings) }
  const bucketArn = `arn:${Aws.PARTITION}:s3:::${trailLogBucketName(settings)}`
  const read = [grant(['s3:ListBucketVersions'], bucketArn), grant(['s3:GetObjectVersion'], `${bucketArn}/*`)]
  return {
    /** To read the log of the trails by its first versions, which nobody can change. */
    trailLogRead: { grants: read, variables },
    /** To add to it: nothing of ours may remove, or shorten a lock. */
    trailLogWrite: { grants: [...read, grant(['s3:PutObject'], `${bucketArn}/*`)], variables },
  }
}

const ledgerBindings = ({ settings }: Data) => {
  const variables = { LEDGER_BUCKET: ledgerBucketName(settings) }
  const bucketArn = `arn:${Aws.PARTITION}:s3:::${ledgerBucketName(settings)}`
  const read = [grant(['s3:ListBucketVersions'], bucketArn), grant(['s3:GetObjectVersion'], `${bucketArn}/*`)]
  return {
    /** To read the seals of the ledger by their first versions, which nobody can change. */
    ledgerSealsRead: { grants: read, variables },
    /** To add one: nothing of ours may remove any, or shorten a lock. */
    ledgerSealsWrite: { grants: [...read, grant(['s3:PutObject'], `${bucketArn}/*`)], variables },
  }
}

/** To run another function and wait for its answer. */
const invoke = (
  settings: StageSettings,
  entry: WorkerEntry,
  variablesOf: (name: string) => Variables,
): Binding => {
  const name = functionName(settings, entry)
  return {
    grants: [grant(['lambda:InvokeFunction'], arnOf('lambda', `function:${name}`))],
    variables: variablesOf(name),
  }
}

const registryBinding = (data: Data, names: readonly RegistryName[]): Binding => {
  const connected = names.flatMap(registry => {
    const { baseUrl } = data.settings.registries[registry]
    return baseUrl === null ? [] : [{ registry, baseUrl, credential: credentialName(registry) }]
  })
  const entries = connected.map(({ registry, baseUrl, credential }) => [
    registry,
    { baseUrl, secretName: physicalName(data.settings, credential) },
  ])
  return {
    grants: connected.flatMap(({ credential }) => secret(data, credential, () => ({})).grants),
    variables: { REGISTRIES: JSON.stringify(Object.fromEntries(entries)) },
  }
}

interface IssuerClient {
  readonly clientId: string
  readonly url: string
}

const issuerBinding = (data: Data, { clientId, url }: IssuerClient): Binding => {
  const { issuer, roles } = data.settings.people
  const secretName = issuer?.hasSecret ? physicalName(data.settings, issuerSecretName) : null
  const said = {
    issuer: issuer?.url ?? ownIssuerUrl(data.settings),
    clientId,
    secretName,
    groupsClaim: issuer?.groupsClaim ?? 'cognito:groups',
    roles,
    url,
  }
  return {
    grants: secretName === null ? [] : secret(data, issuerSecretName, () => ({})).grants,
    variables: { SIGN_IN: JSON.stringify(said) },
  }
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html */
const ownIssuerUrl = (settings: StageSettings): string =>
  `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${published(settings, 'UserPoolId')}`

/** It ends in six characters that Secrets Manager chooses. */
const secretArn = (settings: StageSettings, name: string): string =>
  arnOf('secretsmanager', `secret:${physicalName(settings, name)}-??????`)

/** A secret is read by its name. */
const secret = (
  { settings, keyArn }: Data,
  name: string,
  variablesOf: (name: string) => Variables,
): Binding => ({
  grants: [
    grant(['secretsmanager:GetSecretValue'], secretArn(settings, name)),
    grant(['kms:Decrypt'], keyArn),
  ],
  variables: variablesOf(physicalName(settings, name)),
})
