/** What becomes of a kind of item when the one person of a table is erased. */
interface Fate {
  /** Its keys, partition before sort. */
  readonly at: RegExp
  /** Why nothing of the person is there then. */
  readonly why: string
  /** What an item may hold then, besides its keys; without it, there is none. */
  readonly left?: readonly string[]
}

const tenant = '\\d+#(?:test|live)'
const at = (partition: string, sort: string): RegExp => new RegExp(`^${partition} ${sort}$`)
const ofRecord = (sort: string): RegExp => at(`${tenant}#verification#\\d+`, sort)

const ids = ['organisationId', 'mode', 'verificationId']

/** Of every kind in the table, each found by its keys. */
export const fates: Readonly<Record<string, Fate>> = {
  organisation: {
    at: at('organisations', '\\d+'),
    why: 'a customer',
    left: ['id', 'name', 'createdAt', 'alertAddress'],
  },
  client: {
    at: at('client#.+', 'client'),
    why: 'a program of a customer’s',
    left: [
      'id',
      'organisationId',
      'mode',
      'scopes',
      'secrets',
      'createdAt',
      'generation',
      'tokensSince',
      'spendCap',
    ],
  },
  token: {
    at: at('token#.+', 'token'),
    why: 'a client’s, by digests',
    left: [
      'clientId',
      'organisationId',
      'mode',
      'expiresAt',
      'generation',
      'secretDigest',
      'issuedAt',
      'scopes',
    ],
  },
  person: {
    at: at('person#.+', 'person'),
    why: 'who works here, by the issuer’s subject',
    left: ['id', 'roles', 'createdAt', 'signedInAt', 'disabledAt', 'sessionsSince', 'generation'],
  },
  team: {
    at: at('teams', '[a-z0-9-]+'),
    why: 'where those who work here are at home',
    left: ['id', 'name', 'areas'],
  },
  'its member': {
    at: at('team-member#.+', 'team-member'),
    why: 'who works here, by the issuer’s subject',
    left: ['agentId', 'teamId', 'dailyCapacity', 'products'],
  },
  session: {
    at: at('session#.+', 'session'),
    why: 'of who works here',
    left: ['personId', 'roles', 'expiresAt', 'endsAt', 'generation', 'idleUntil', 'startedAt'],
  },
  'sign-in': { at: at('sign-in#.+', 'sign-in'), why: 'a digest that was used', left: ['expiresAt'] },
  portal: { at: at('portal#.+', 'portal'), why: 'of a customer’s', left: [] },
  'portal link': { at: at('portal-link#.+', 'portal-link'), why: 'of a customer’s', left: [] },
  request: {
    at: at(`${tenant}#request`, '.+'),
    why: 'a line names an action, ids in its path and which fields were wrong, never what stood in them',
    left: [
      'at',
      'requestId',
      'clientId',
      'action',
      'path',
      'status',
      'code',
      'pointers',
      'latencyMs',
      'expiresAt',
    ],
  },
  verification: {
    at: ofRecord('verification'),
    why: 'a tombstone: it counts and costs, and names nobody',
    left: [
      'id',
      'organisationId',
      'mode',
      'product',
      'outcome',
      'price',
      'expiresAt',
      'erasedAt',
      'requestedAt',
      'updatedAt',
      'delayedAt',
      'approvedAt',
      'rejectedAt',
      'revision',
      'chargedAt',
    ],
  },
  assignment: { at: ofRecord('assignment'), why: 'deleted with the record, in one transaction' },
  'back-check': { at: ofRecord('back-check'), why: 'the id of its second visit', left: ['backCheck'] },
  revision: { at: ofRecord('revision#\\d+'), why: 'deleted' },
  dispute: { at: ofRecord('dispute#\\d+'), why: 'deleted' },
  photos: { at: ofRecord('photos'), why: 'deleted' },
  document: { at: ofRecord('document#.+'), why: 'deleted' },
  link: { at: ofRecord('link#.+'), why: 'deleted, so that whoever follows it finds nothing' },
  trail: {
    at: at(`trail#${tenant}#\\d+`, '\\d+'),
    why: 'words of ours, times and who did it; facts and salts are gone, and without a salt a digest tells nothing',
    left: ['n', 'at', 'events', 'previous', 'digest', 'expiresAt', 'logHour'],
  },
  'receipt key': {
    at: at('receipt-keys', '\\d+'),
    why: 'ours; its private half is sealed',
    left: ['n', 'kid', 'x', 'sealed', 'createdAt', 'from', 'until', 'compromisedSince'],
  },
  'data key': {
    at: at('data-keys', '\\d+'),
    why: 'ours; it is wrapped by a secret',
    left: ['n', 'sealed', 'createdAt', 'from', 'expiresAt'],
  },
  'data format': {
    at: at('data-format', 'data-format'),
    why: 'which releases can read the table',
    left: ['oldest', 'newest', 'reads', 'release'],
  },
  migration: {
    at: at('data-format', 'migration'),
    why: 'how far an operator’s command is; it is gone at its end',
    left: ['to', 'runner', 'leaseUntil', 'segments', 'wrote'],
  },
  contact: { at: ofRecord('contact#.+'), why: 'deleted' },
  note: { at: ofRecord('note#\\d+'), why: 'deleted' },
  attested: {
    at: at(`${tenant}#attested#.+`, 'attested'),
    why: 'a number for a company’s mail domain, of whomever it was asked about',
    left: ['count', 'expiresAt'],
  },
  subject: { at: at(`${tenant}#subject#.+`, '\\d+'), why: 'deleted' },
  open: { at: at(`${tenant}#open#\\d`, '\\d+'), why: 'deleted with the record: nobody is to be told' },
  guard: { at: at(`${tenant}#guard#.+`, 'guard'), why: 'deleted: its key is made of the applicant' },
  idempotency: {
    at: at(`${tenant}#idempotency#.+`, 'idempotency'),
    why: 'deleted: an answer shows the record',
  },
  event: {
    at: at(`${tenant}#event#evt_.+`, 'event'),
    why: 'a line that says that something was told, and when; the body is gone',
    left: [...ids, 'id', 'event', 'eventType', 'product', 'createdAt', 'occurredAt', 'expiresAt', 'erasedAt'],
  },
  attempt: {
    at: at(`${tenant}#event#evt_.+`, 'attempt#.+'),
    why: 'that something was sent and when; what the receiver answered is gone',
    left: [
      'eventId',
      'endpointId',
      'attempt',
      'firstAttempt',
      'at',
      'status',
      'latencyMs',
      'failure',
      'detail',
      'outcome',
      'nextAttemptAt',
      'beside',
      'hasNext',
      'isAsked',
      'expiresAt',
      'answer',
    ],
  },
  taken: {
    at: at(`${tenant}#event#evt_.+`, 'taken#.+'),
    why: 'that an attempt is being made',
    left: ['expiresAt'],
  },
  endpoint: {
    at: at(`${tenant}#endpoint`, '\\d+'),
    why: 'a customer’s; what its receiver answered last is gone',
    left: [
      'id',
      'organisationId',
      'mode',
      'url',
      'description',
      'events',
      'payload',
      'scopes',
      'enabled',
      'secrets',
      'createdAt',
      'updatedAt',
      'failingSince',
      'lastFailure',
      'nextProbeAt',
      'recoveredAt',
      'slowUntil',
      'disabledAt',
      'disabledReason',
      'bodySignature',
      'ed25519',
      'revision',
      'headers',
      'role',
    ],
  },
  'its URL': {
    at: at(`${tenant}#endpoint-url#.+`, 'endpoint-url'),
    why: 'a customer’s',
    left: ['endpointId'],
  },
  'its end': {
    at: at(`${tenant}#endpoint-end#.+`, 'endpoint-end'),
    why: 'a customer’s',
    left: ['expiresAt'],
  },
  'their count': { at: at(`${tenant}#endpoint-count`, 'endpoint-count'), why: 'a number', left: ['count'] },
  alert: {
    at: at(`${tenant}#alert`, 'alert#\\d+#\\d+'),
    why: 'that a customer’s endpoint was disabled, and only the host of its URL',
    left: [
      'organisationId',
      'mode',
      'endpointId',
      'revision',
      'reason',
      'disabledAt',
      'failingSince',
      'lastStatus',
      'destination',
      'publishedAt',
      'email',
      'emailClaimedUntilMs',
      'expiresAt',
    ],
  },
  'look-up': {
    at: at(`${tenant}#identity#\\d+`, 'identity'),
    why: 'a tombstone: it counts and costs; number, digest and verdict are gone',
    left: [
      'id',
      'organisationId',
      'mode',
      'product',
      'requestedAt',
      'completedAt',
      'price',
      'expiresAt',
      'erasedAt',
    ],
  },
  'late look-up': { at: at(`${tenant}#identity#\\d+`, 'late-lookup'), why: 'deleted with the record' },
  'rate limit': {
    at: new RegExp(`^(?:${tenant}#)?rate-limit#.+ rate-limit$`),
    why: 'a count until its window is over, under a keyed digest',
    left: ['used', 'idle', 'expiresAt'],
  },
  devices: { at: at('device#.+', 'devices'), why: 'of who takes photos', left: ['devices', 'version'] },
  'ledger line': {
    at: at(`ledger#${tenant}#.+`, '.+#\\d+(#[a-z]+-\\d+)?'),
    why: 'what was charged for which record, by ids and words of ours',
    left: [
      ...ids,
      'product',
      'rule',
      'end',
      'amount',
      'chargedAt',
      'clientId',
      'currency',
      'priceList',
      'messageLink',
      'expiresAt',
    ],
  },
  'its reference': {
    at: at(`ledger-reference#ledger#${tenant}#.+`, '.+#\\d+(#[a-z]+-\\d+)?'),
    why: 'deleted: a customer may have named the person in it',
  },
  sum: {
    at: at(`ledger-sum#${tenant}#.+`, '[\\d-]+(#\\d#[a-z-]+#[A-Za-z]+)?'),
    why: 'what was charged on a day, by product',
    left: ['product', 'rule', 'count', 'amount', 'sums', 'countedAt', 'expiresAt'],
  },
  'its mark': {
    at: at(`ledger-sum#counted#ledger#${tenant}#.+`, '.+#\\d+(#[a-z]+-\\d+)?'),
    why: 'the key of a line',
    left: ['expiresAt'],
  },
  reservation: {
    at: at(`${tenant}#reservation#\\d+`, '\\d+'),
    why: 'an amount, by ids',
    left: [...ids, 'reservation', 'settledAt', 'expiresAt'],
  },
  spend: {
    at: at(`${tenant}#spend#.+`, '[\\d-]+'),
    why: 'amounts of a program of a customer’s',
    left: ['used', 'spent', 'revision', 'expiresAt'],
  },
  circuit: {
    at: at('circuit#.+', 'circuit'),
    why: 'how a registry does',
    left: ['since', 'samples', 'state', 'probeAtMs', 'failures', 'sampledAtMs', 'lastSuccessAt', 'expiresAt'],
  },
  heartbeat: {
    at: at('heartbeat', 'heartbeat'),
    why: 'when it was last put',
    left: ['at'],
  },
  claim: {
    at: at('worker#(?:test|live)#.+', 'claim#\\d+'),
    why: 'that an agent had something in hand, by ids',
    left: [...ids, 'place', 'leaseUntil', 'expiresAt'],
  },
  'its record': {
    at: at('worker#(?:test|live)#.+', 'outcome#.+'),
    why: 'how an agent’s reports ended',
    left: [
      'at',
      'judgedBy',
      'found',
      'outcome',
      'agrees',
      'returns',
      'strongFlags',
      'weakFlags',
      'expiresAt',
    ],
  },
  'its place': {
    at: at('worker#(?:test|live)#.+', 'last-place'),
    why: 'where an agent was last, for a day',
    left: ['latitude', 'longitude', 'at', 'expiresAt'],
  },
  'stats line': {
    at: at('tally#(?:test|live)#\\d{4}-\\d\\d-\\d\\d', 'line#.+'),
    why: 'ids, outcomes and minutes',
    left: ['line', 'expiresAt'],
  },
  'its summary': {
    at: at('tally#(?:test|live)#.+', 'summary'),
    why: 'numbers',
    left: ['soFar', 'expiresAt'],
  },
  visits: {
    at: at('tally#(?:test|live)#visits#.+', 'line#.+'),
    why: 'ids, places by LGA, minutes and counts',
    left: ['line', 'expiresAt'],
  },
  fieldwork: {
    at: at('tally#(?:test|live)#fieldwork', 'count'),
    why: 'numbers, and ids of agents',
    left: ['at', 'count', 'expiresAt'],
  },
  'open work': {
    at: at('tally#(?:test|live)#work', 'count'),
    why: 'numbers, and ids of agents and of cases',
    left: ['at', 'count', 'expiresAt'],
  },
  unsent: {
    at: at('unsent#(?:test|live)', 'phone#.+'),
    why: 'of an agent’s phone',
    left: ['agentId', 'reports', 'photos', 'number', 'saidAt', 'expiresAt'],
  },
  "photo's hash": {
    at: at('photo-hash#(?:test|live)#.+', 'photo-hash'),
    why: 'a digest, from which nobody can tell what is in the photo',
    left: ['organisationId', 'verificationId', 'expiresAt'],
  },
  'its look': { at: at('photo-look#(?:test|live)#.+', 'photo-look'), why: 'deleted with its photo' },
  'place note': {
    at: at('place-note#(?:test|live)#.+', 'place#\\d{16}#\\d{16}'),
    why: 'deleted with the verification',
  },
  "device's use": {
    at: at('device-use#.+', 'device-use'),
    why: 'of who takes photos',
    left: ['deviceId', 'firstPerson', 'expiresAt'],
  },
  case: { at: at('case#(?:test|live)#.+', '[^#]+#\\d{16}#\\d{16}'), why: 'deleted with the verification' },
  search: {
    at: at('case-search#(?:test|live)#.+', 'search#.+'),
    why: 'of staff, and never what they searched',
    left: ['at', 'field', 'purpose', 'words', 'expiresAt'],
  },
  'search count': {
    at: at('case-search#(?:test|live)#.+', 'hour#.+'),
    why: 'a number of searches',
    left: ['count', 'expiresAt'],
  },
}

const placing = /^(gsi[12])?[ps]k$/

type Attributes = Readonly<Record<string, unknown>>

/** What is wrong with an item that is there after an erasure; undefined where nothing is. */
export const faultOf = (item: string): string | undefined => {
  const attributes = JSON.parse(item) as Attributes
  const key = [attributes.pk, attributes.sk].map(value => (value as { S: string }).S).join(' ')
  const [found, ...others] = Object.entries(fates).filter(([, fate]) => fate.at.test(key))
  if (!found || others.length > 0) return `${key}: of no kind, or of several`
  const [kind, { left }] = found
  if (!left) return `${kind}: ${key} is still there`
  const unknown = Object.keys(attributes).filter(name => !placing.test(name) && !left.includes(name))
  return unknown.length > 0 ? `${kind}: ${unknown}` : undefined
}
