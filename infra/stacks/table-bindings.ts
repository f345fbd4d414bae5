import type { tableSchema } from '../../shared/table/schema.ts'
import { writablePrefixes } from '../../shared/table/writable-prefixes.ts'
import { type Binding, type Grant, grant, grantOnKeys } from '../constructs/binding.ts'
import { arnOf } from '../constructs/names.ts'
import type { StageSettings } from '../stage-settings.ts'
import { tableName } from './names.ts'

export interface Data {
  readonly settings: StageSettings
  readonly keyArn: string
}

/** Calls of the table, in the words of its port, and the actions that permit them. */
const readActions = { get: 'GetItem', getMany: 'BatchGetItem', query: 'Query' } as const
const writeActions = {
  put: 'PutItem',
  update: 'UpdateItem',
  delete: 'DeleteItem',
  check: 'ConditionCheckItem',
  /** Puts and deletes both. */
  writeMany: 'BatchWriteItem',
} as const

type Read = keyof typeof readActions
/** A list is read by the name of its index. */
type ListRead = (typeof tableSchema.indexes)[number]['name']
type Write = keyof typeof writeActions
/** Which items may be written, by what their partition keys begin with. */
type Writable = keyof typeof writablePrefixes

const isRead = (call: string): call is Read => call in readActions
const isWrite = (call: string): call is Write => call in writeActions

const encryptActions = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]

/**
 * What functions may do with the table. Any item may be read, by the calls that are named; only the items that
 * are named may be written. A transaction needs its parts and nothing of its own.
 */
export const tableBindings = ({ settings, keyArn }: Data) => {
  const tableArn = arnOf('dynamodb', `table/${tableName(settings)}`)
  const variables = { TABLE_NAME: tableName(settings) }

  const read = (...calls: readonly (Read | ListRead)[]): Grant[] => [
    ...calls.map(call =>
      isRead(call)
        ? grant([`dynamodb:${readActions[call]}`], tableArn)
        : grant(['dynamodb:Query'], `${tableArn}/index/${call}`),
    ),
    grant(['kms:Decrypt', 'kms:DescribeKey'], keyArn),
  ]
  // IAM cannot require a condition of a write: stores must avoid overwriting with `PutItem`.
  const write = (items: Writable, ...calls: readonly Write[]): Grant[] => [
    grantOnKeys(
      calls.map(call => `dynamodb:${writeActions[call]}`),
      writablePrefixes[items](),
      tableArn,
    ),
    grant([...encryptActions, 'kms:Decrypt', 'kms:DescribeKey'], keyArn),
  ]
  const binding = (...grants: readonly (readonly Grant[])[]): Binding => ({
    grants: grants.flat(),
    variables,
  })

  /** Reads of anything, and writes of what belongs to tenants: records, events, endpoints, limits. */
  const table = (...calls: readonly (Read | ListRead | Write)[]): Binding => {
    const writes = calls.filter(isWrite)
    const reads = calls.filter(call => !isWrite(call))
    return binding(read(...reads), writes.length > 0 ? write('tenants', ...writes) : [])
  }
  return {
    table,
    /** To find out who calls, count it, and note it in the request log. */
    callers: binding(read('getMany'), write('rateLimits', 'update'), write('requests', 'put')),
    idempotency: binding(write('idempotencies', 'put', 'update', 'delete')),
    trail: binding(read('query'), write('trails', 'put')),
    /** To add a line to the ledger: no function may change one. */
    ledger: binding(write('ledgers', 'put')),
    /** An order's charge, with its reference kept beside the line. */
    orderLedger: binding(write('ledgers', 'put'), write('chargeReferences', 'put')),
    chargeReferencesErase: binding(write('chargeReferences', 'delete')),
    /** To add charges to the sums of their days, and to put the parts of such a sum together. */
    ledgerSums: (...calls: readonly ('put' | 'update' | 'delete')[]): Binding =>
      binding(write('ledgerSums', ...calls)),
    trailErase: binding(write('trails', 'update')),
    /** How many visits each agent holds, and how their reports ended. */
    workers: (...calls: readonly ('put' | 'delete')[]): Binding => binding(write('workers', ...calls)),
    /** Daily stats: an entry of a published outcome, or the day's summary. */
    stats: (...calls: readonly ('put' | 'update')[]): Binding => binding(write('stats', ...calls)),
    heartbeat: binding(write('heartbeats', 'put')),
    /** Index entries by which staff find a verification. */
    cases: (...calls: readonly ('writeMany' | 'delete')[]): Binding => binding(write('cases', ...calls)),
    /** To record and count searches of staff. */
    caseSearches: binding(write('caseSearches', 'put', 'update')),
    /** To delete what was written of searches for somebody. */
    searchWordsErase: binding(write('caseSearches', 'put')),
    /** Whether a registry answers, as all look-ups share it. */
    circuitWrite: binding(write('circuits', 'update')),
    /** Tokens for clients that are there, and counting the tries of others. */
    signIn: binding(
      read('get'),
      write('tokens', 'put'),
      write('clients', 'check'),
      write('strangersLimits', 'update'),
    ),
    /** Counting messages by matter, client and recipient. */
    messageLimits: binding(write('rateLimits', 'update'), write('strangersLimits', 'update')),
    /** Counting what strangers do behind links. */
    linkLimits: binding(write('strangersLimits', 'update')),
    sessionOpen: binding(
      read('get'),
      write('sessions', 'put'),
      write('signIns', 'put'),
      write('people', 'update'),
    ),
    sessionKeep: binding(write('sessions', 'update', 'delete')),
    sessionEnd: binding(write('sessions', 'delete')),
    portalLink: binding(read('get'), write('portalLinks', 'put')),
    portalOpen: binding(
      read('get', 'getMany'),
      write('portalLinks', 'update'),
      write('portalSessions', 'put'),
      write('clients', 'check'),
    ),
    /** To begin one by credentials, counting the tries of others, put off its end, or end it. */
    portalKeep: binding(
      read('get'),
      write('portalSessions', 'put', 'update', 'delete'),
      write('clients', 'check'),
      write('strangersLimits', 'update'),
    ),
    receiptKeys: binding(read('query'), write('receiptKeys', 'put')),
    receiptKeysWrite: binding(read('query'), write('receiptKeys', 'put', 'update')),
    dataKeys: binding(read('query')),
    dataKeysWrite: binding(read('query'), write('dataKeys', 'put', 'update')),
    peopleWrite: binding(write('people', 'update')),
    /** A member is added in the transaction that finds their team. */
    teamsWrite: binding(write('teams', 'put', 'delete', 'check')),
    devicesWrite: binding(write('devices', 'put', 'update')),
    /** What agents' phones say that they hold. */
    unsentWrite: binding(write('unsent', 'put')),
    photoHashesWrite: binding(read('getMany'), write('photoHashes', 'put'), write('photoLooks', 'put')),
    placeNotesWrite: binding(write('placeNotes', 'put')),
    placeNotesErase: binding(write('placeNotes', 'delete')),
    photoLooksErase: binding(write('photoLooks', 'delete')),
    accountsWrite: binding(
      write('organisations', 'put', 'update'),
      write('clients', 'put', 'update', 'delete'),
    ),
  }
}
