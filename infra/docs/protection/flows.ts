/** Who or what holds data of a person. */
export interface DataHolder {
  readonly title: string
  readonly more: string
  /** Who asks stands on the left of the functions; what they ask, tell and keep on the right. */
  readonly side: 'left' | 'middle' | 'right'
  /** Whether it lies in the stage. */
  readonly isOurs?: true
}

/** From top to bottom on each side. */
export const dataHolders = {
  customer: { title: 'Customer', more: 'their own system', side: 'left' },
  applicant: { title: 'Applicant, employer', more: 'a page behind a link', side: 'left' },
  people: { title: 'Agents, reviewers', more: 'pages, signed in', side: 'left' },
  operator: { title: 'Operator', more: 'commands, overview', side: 'left' },
  functions: { title: 'Functions', more: 'nothing stays here', side: 'middle', isOurs: true },
  registries: { title: 'Registries', more: 'of Nigeria and Kenya', side: 'right' },
  receiver: { title: 'Customer’s receiver', more: 'webhooks', side: 'right' },
  messages: { title: 'Mail, text messages', more: 'by AWS', side: 'right' },
  table: { title: 'Table', more: 'records, events, trail', side: 'right', isOurs: true },
  bucket: { title: 'Bucket', more: 'photos, documents', side: 'right', isOurs: true },
  ids: { title: 'Queues, workflows', more: 'and logs: ids alone', side: 'right', isOurs: true },
} as const satisfies Readonly<Record<string, DataHolder>>

export type DataHolderName = keyof typeof dataHolders

/** Data of a person on its way. */
export interface DataFlow {
  readonly from: DataHolderName
  readonly to: DataHolderName
  readonly what: string
  readonly how: string
}

/** In the order in which a verification and a look-up meet them. */
export const dataFlows: readonly DataFlow[] = [
  {
    from: 'customer',
    to: 'functions',
    what: 'orders: names, telephone, address or employer, photos of a house; look-ups: an id number and what is claimed',
    how: 'HTTPS, a token of two hours',
  },
  { from: 'functions', to: 'customer', what: 'verdicts and records', how: 'the answer, by its schema' },
  {
    from: 'functions',
    to: 'registries',
    what: 'the id number, nothing else',
    how: 'HTTPS, the operator’s credential',
  },
  {
    from: 'functions',
    to: 'table',
    what: 'the order, the report, the verdict',
    how: 'sealed by its functions, then encrypted with the stage’s key',
  },
  { from: 'functions', to: 'ids', what: 'ids, so that work goes on', how: 'encrypted' },
  {
    from: 'functions',
    to: 'messages',
    what: 'a name, a telephone number or mail address, a link',
    how: 'AWS’s API',
  },
  {
    from: 'applicant',
    to: 'functions',
    what: 'consent, a time that suits, a pin; what an employer knows',
    how: 'HTTPS, a signed link for one matter',
  },
  {
    from: 'people',
    to: 'functions',
    what: 'reports, decisions and photos, and the claims that they are about',
    how: 'HTTPS, a session; a photo by a link for one upload',
  },
  { from: 'functions', to: 'bucket', what: 'photos, drawn anew', how: 'encrypted with the stage’s key' },
  {
    from: 'functions',
    to: 'receiver',
    what: 'the record, whole or masked as the endpoint asks',
    how: 'HTTPS, signed',
  },
  {
    from: 'operator',
    to: 'functions',
    what: 'commands by id, telephone or id number: find, export, erase',
    how: 'AWS IAM',
  },
]
