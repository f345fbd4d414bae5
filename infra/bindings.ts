import { Aws } from 'aws-cdk-lib'
import { type RegistryName, registryNames } from '../shared/identity/products.ts'
import { marksPrefix } from '../shared/trust/erasure-mark.ts'
import { rolePrefix } from '../shared/webhook/cloud/arn.ts'
import { type Binding, type Grant, grant, type Variables } from './constructs/binding.ts'
import { physicalName } from './constructs/context.ts'
import { redriveBinding, sendBinding } from './constructs/work-queue.ts'
import type { WorkerEntry } from './entries.ts'
import {
  arnOf,
  credentialName,
  functionName,
  hostUrl,
  issuerSecretName,
  mediaBucketName,
  published,
  trailLogBucketName,
} from './names.ts'
import type { Stage } from './stages.ts'
import { type Data, tableBindings } from './table-bindings.ts'

const settingsOnly = (variables: Variables): Binding => ({ grants: [], variables })

/** What functions may use of the data and the settings, named by intent. The workflow brings its own. */
export const bindingsOf = (settings: Stage) => ({
  ...bindingsOfData({ settings, keyArn: published(settings, 'KeyArn') }),
  sendCompletions: sendBinding(settings, 'completions'),
  sendDeliveries: sendBinding(settings, 'deliveries'),
  sendSlowDeliveries: sendBinding(settings, 'slow-deliveries'),
  sendLookups: sendBinding(settings, 'lookups'),
  sendVisits: sendBinding(settings, 'visits'),
  sendReconciliations: sendBinding(settings, 'reconciliations'),
  sendMessages: sendBinding(settings, 'messages'),
  /** What every queue gave up on, and the way back. */
  redrive: redriveBinding(settings),
  /** Which messages this stage sends, and from whom. */
  messageSenders: settingsOnly({ MESSAGE_SENDERS: JSON.stringify(originsOf(settings)) }),
  /** To send them. */
  mailAndSms: { grants: sendingGrants(settings), variables: {} },
  /** The simulated agent arrives after a while. */
  visitDelay: settingsOnly({
    SIMULATED_AGENT_DELAY_SECONDS: `${settings.verification.simulatedAgentDelaySeconds}`,
  }),
  /** To have an upload drawn anew, and wait for it. */
  reencode: invoke(settings, 'evidence/re-encode', name => ({ REENCODE_FUNCTION: name })),
  /** For how long people have work in hand, and what needs two of them. */
  fieldwork: settingsOnly({ FIELDWORK_LIMITS: JSON.stringify(settings.fieldwork) }),
  /** After how long a verification is late. */
  due: settingsOnly({ VERIFICATION_DUE_SECONDS: `${settings.verification.dueSeconds}` }),
  /** When what nobody decided ends. */
  expiry: settingsOnly({ VERIFICATION_EXPIRY_SECONDS: `${settings.verification.expirySeconds}` }),
  /** Where the API is found: at the URL that AWS named, unless the stage has a host for it. */
  apiUrl: (url: string) => settingsOnly({ API_URL: hostUrl(settings, 'api') ?? url }),
  /** Not for functions of the stack that publishes the URL. */
  mediaUrl: settingsOnly({ MEDIA_URL: hostUrl(settings, 'media') ?? published(settings, 'ApiUrl') }),
  /** Not for functions of the stack that publishes the URL. */
  pagesUrl: settingsOnly({ PAGES_URL: hostUrl(settings, 'links') ?? published(settings, 'ApiUrl') }),
  /** Which receivers are allowed. */
  receiverRules: settingsOnly({ WEBHOOK_ALLOW_LOCAL: `${settings.webhooks.allowLocalReceivers}` }),
  /** To send events into customers' accounts, by roles that they make for it; whoever registers one is told whom to trust. */
  customerRoles: {
    grants: [grant(['sts:AssumeRole'], `arn:${Aws.PARTITION}:iam::*:role/${rolePrefix}*`)],
    variables: {},
  },
  trustedAccount: settingsOnly({ TRUSTED_ACCOUNT_ID: Aws.ACCOUNT_ID }),
  /** How long one may take to answer. */
  webhookTimeout: settingsOnly({ WEBHOOK_TIMEOUT_SECONDS: `${settings.webhooks.timeoutSeconds}` }),
  /** How often somebody may have one called. */
  webhookLimits: settingsOnly({ WEBHOOK_LIMITS: JSON.stringify(settings.webhooks.perHour) }),
  /** When one that failed is tried again. */
  retrySchedule: settingsOnly({
    WEBHOOK_RETRY_DELAYS_SECONDS: JSON.stringify(settings.webhooks.retryScheduleSeconds),
  }),
  /**
   * What callers' addresses are digested with for the log: the id of the stage's key, 122 random bits that AWS drew. It
   * costs a cold start nothing, as a read secret would, in functions that have no other. Whoever may read it, in the
   * function's settings or elsewhere in the account, may as well turn on a log of the addresses themselves; it keeps
   * them from those who have nothing but log lines.
   */
  sourceAddressKey: settingsOnly({ SOURCE_ADDRESS_KEY: published(settings, 'KeyArn') }),
  /** How many requests a client may make. */
  requestLimit: settingsOnly({ REQUESTS_PER_MINUTE: `${settings.requestsPerMinute}` }),
  /** How many look-ups, and of what. */
  lookupLimits: settingsOnly({
    LOOKUP_LIMITS: JSON.stringify({
      perClientPerMinute: settings.lookups.perClientPerMinute,
      perNumberPerDay: settings.lookups.perNumberPerDay,
      fruitlessPerDay: settings.lookups.fruitlessPerDay,
    }),
  }),
  /** When a look-up whose registry failed is tried again. */
  lookupRetries: settingsOnly({
    LOOKUP_RETRIES: JSON.stringify({
      retrySeconds: settings.lookups.retrySeconds,
      giveUpSeconds: settings.lookups.giveUpSeconds,
    }),
  }),
  /** Which orders need recorded consent. */
  consentPolicy: settingsOnly({ CONSENT_REQUIRED: JSON.stringify(settings.consentRequired) }),
  /** What a verdict costs. */
  prices: settingsOnly({ PRICES: JSON.stringify(settings.prices) }),
  seed: settingsOnly({ ALLOW_FIXED_SECRETS: `${settings.seed}` }),
})

export type Bindings = ReturnType<typeof bindingsOf>

const bindingsOfData = (data: Data) => ({
  ...tableBindings(data),
  ...mediaBindings(data),
  ...trailLogBindings(data),
  /** The key that id numbers are stored under. */
  idNumberSecret: secret(data, 'id-number-key', name => ({ ID_NUMBER_SECRET: name })),
  /** The key that photo links are made and read with. */
  fileTokenSecret: secret(data, 'file-token-key', name => ({ FILE_TOKEN_SECRET: name })),
  /** The key that links to pages for people outside are made and read with. */
  linkSecret: secret(data, 'link-key', name => ({ LINK_SECRET: name })),
  /** The key for personal data that has to wait a while. */
  personalDataSecret: secret(data, 'personal-data-key', name => ({ PERSONAL_DATA_SECRET: name })),
  /** The key that those are sealed with which receipts are signed with. */
  receiptKeySecret: secret(data, 'receipt-key', name => ({ RECEIPT_KEY_SECRET: name })),
  /** To seal what holds something of a person, and to open it: the keys, and the secret that they are wrapped by. */
  personal: personalBinding(data),
  /** Who signs people in, and what they are then. */
  issuer: (client: IssuerClient) => issuerBinding(data, client),
  /** To ask these registries: where they are, and the credential. */
  registries: (...names: readonly RegistryName[]) => registryBinding(data, names),
  /** To know which are connected, without their credentials. */
  registryPlaces: settingsOnly(registryBinding(data, registryNames).variables),
})

const personalBinding = (data: Data): Binding => {
  const { grants, variables } = secret(data, 'wrapping-key', name => ({ DATA_KEY_SECRET: name }))
  const keys = tableBindings(data).dataKeys
  return { grants: [...keys.grants, ...grants], variables: { ...keys.variables, ...variables } }
}

const smsOriginArn = ({ messages: { smsOrigin } }: Stage): string | null =>
  smsOrigin === null ? null : arnOf('sms-voice', smsOrigin)

const originsOf = (settings: Stage) => ({
  sender: settings.messages.mail?.sender ?? null,
  smsOrigin: smsOriginArn(settings),
  inTestMode: settings.messages.inTestMode,
})

/** One sender of one identity, and one origin of text messages. */
const sendingGrants = (settings: Stage): Grant[] => {
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
    /** To know where it is, and no more. */
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
    /** To find what lies there, and to delete it. */
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
    /** To let somebody upload: a link can do no more than whoever made it. */
    mediaUpload: {
      grants: [grant(['s3:PutObject'], under('incoming')), grant(['kms:GenerateDataKey'], keyArn)],
      variables,
    },
    /** To lay down what is to be drawn anew, and take it away again. */
    mediaPass: {
      grants: [
        grant(['s3:PutObject', 's3:DeleteObject'], under('incoming')),
        grant(['kms:GenerateDataKey'], keyArn),
      ],
      variables,
    },
    /** To see whether an upload is there, and to delete it. */
    mediaReceive: {
      grants: [
        grant(['s3:ListBucket'], `arn:${Aws.PARTITION}:s3:::${mediaBucketName(settings)}`),
        grant(['s3:DeleteObject'], under('incoming')),
      ],
      variables,
    },
    /** To draw uploads anew. */
    mediaReEncode: {
      grants: [
        grant(['s3:GetObject'], under('incoming')),
        // What comes with an order waits until that is accepted.
        grant(['s3:PutObject'], under('evidence'), under('incoming/*/drawn')),
        grant(['kms:Decrypt', 'kms:GenerateDataKey'], keyArn),
      ],
      variables,
    },
    /** To lay down for good what was drawn anew for an order. */
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

/** To run another function and wait for its answer. */
const invoke = (settings: Stage, entry: WorkerEntry, variablesOf: (name: string) => Variables): Binding => {
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
  const places = connected.map(({ registry, baseUrl, credential }) => [
    registry,
    { baseUrl, secretName: physicalName(data.settings, credential) },
  ])
  return {
    grants: connected.flatMap(({ credential }) => secret(data, credential, () => ({})).grants),
    variables: { REGISTRIES: JSON.stringify(Object.fromEntries(places)) },
  }
}

/** What our own pool and another issuer have alike for us. */
interface IssuerClient {
  readonly clientId: string
  /** Where people find our pages. */
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
const ownIssuerUrl = (settings: Stage): string =>
  `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${published(settings, 'UserPoolId')}`

/** A secret is read by its name; its ARN ends in six characters that Secrets Manager chooses. */
const secret = (
  { settings, keyArn }: Data,
  name: string,
  variablesOf: (name: string) => Variables,
): Binding => ({
  grants: [
    grant(
      ['secretsmanager:GetSecretValue'],
      arnOf('secretsmanager', `secret:${physicalName(settings, name)}-??????`),
    ),
    grant(['kms:Decrypt'], keyArn),
  ],
  variables: variablesOf(physicalName(settings, name)),
})
