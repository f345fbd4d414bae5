import {
  clientKind,
  organisationKind,
  personKind,
  portalLinkKind,
  portalSessionKind,
  sessionKind,
  signInKind,
  tokenKind,
} from '../../shared/account/kinds.ts'
import { claimKind } from '../../shared/work/assignment/kinds.ts'
import { placeNoteKind } from '../../shared/work/assignment/place-note-kind.ts'
import { deviceKind } from '../../shared/evidence/device-kinds.ts'
import { photoHashKind, photoLookKind } from '../../shared/evidence/reuse-kinds.ts'
import { unsentKind } from '../../shared/evidence/unsent-kind.ts'
import {
  idempotencyKeyKind,
  rateLimitKind,
  requestKind,
  strangersLimitKind,
} from '../../shared/http/kinds.ts'
import { circuitKind } from '../../shared/identity/registry/circuit-kind.ts'
import { chargeReferenceKind, ledgerKind } from '../../shared/ledger/kinds.ts'
import { ledgerSumKind } from '../../shared/ledger/sum-kinds.ts'
import { heartbeatKind } from '../../shared/outbox/heartbeat-kind.ts'
import { statsKind } from '../../shared/numbers/kinds.ts'
import { dataFormatKind } from '../../shared/format/data-format-kind.ts'
import { dataKeyKind } from '../../shared/table/data-key-kind.ts'
import { type Kind, ofTenants } from '../../shared/table/kind.ts'
import type { tableSchema } from '../../shared/table/schema.ts'
import { teamKind } from '../../shared/work/team/kinds.ts'
import { trailKind } from '../../shared/trail/kinds.ts'
import { receiptKeyKind } from '../../shared/signing/key-kind.ts'
import { caseIndexKind } from '../../shared/case/index-kind.ts'
import { caseSearchKind } from '../../shared/case/search/kind.ts'
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
/** What may be written, by what its partition keys begin with. */
type Writable = Required<Pick<Kind, 'writable'>>

/** Whatever begins with a tenant: records, events, endpoints, limits. */
const tenantsItems: Writable = { writable: ofTenants('*') }

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
      items.writable,
      tableArn,
    ),
    grant([...encryptActions, 'kms:Decrypt', 'kms:DescribeKey'], keyArn),
  ]
  const binding = (...grants: readonly (readonly Grant[])[]): Binding => ({
    grants: grants.flat(),
    variables,
  })

  /** Reads of anything, and writes of what belongs to tenants. */
  const table = (...calls: readonly (Read | ListRead | Write)[]): Binding => {
    const writes = calls.filter(isWrite)
    const reads = calls.filter(call => !isWrite(call))
    return binding(read(...reads), writes.length > 0 ? write(tenantsItems, ...writes) : [])
  }
  return {
    table,
    /** To find out who calls, count it, and note it in the request log. */
    callers: binding(read('getMany'), write(rateLimitKind, 'update'), write(requestKind, 'put')),
    idempotency: binding(write(idempotencyKeyKind, 'put', 'update', 'delete')),
    trail: binding(read('query'), write(trailKind, 'put')),
    /** To add a line to the ledger: no function may change one. */
    ledger: binding(write(ledgerKind, 'put')),
    /** An order's charge, with its reference kept beside the line. */
    orderLedger: binding(write(ledgerKind, 'put'), write(chargeReferenceKind, 'put')),
    chargeReferencesErase: binding(write(chargeReferenceKind, 'delete')),
    /** To add charges to the sums of their days, and to put the parts of such a sum together. */
    ledgerSums: (...calls: readonly ('put' | 'update' | 'delete')[]): Binding =>
      binding(write(ledgerSumKind, ...calls)),
    trailErase: binding(write(trailKind, 'update')),
    /** How many visits each agent holds, and how their reports ended. */
    workers: (...calls: readonly ('put' | 'delete' | 'writeMany')[]): Binding =>
      binding(write(claimKind, ...calls)),
    /** Daily stats: an entry of a published outcome, or the day's summary. */
    stats: (...calls: readonly ('put' | 'update')[]): Binding => binding(write(statsKind, ...calls)),
    heartbeat: binding(write(heartbeatKind, 'put')),
    /** Index entries by which staff find a verification. */
    cases: (...calls: readonly ('writeMany' | 'delete')[]): Binding =>
      binding(write(caseIndexKind, ...calls)),
    /** To record and count searches of staff. */
    caseSearches: binding(write(caseSearchKind, 'put', 'update')),
    /** To delete what was written of searches for somebody. */
    searchWordsErase: binding(write(caseSearchKind, 'put')),
    /** Whether a registry answers, as all look-ups share it. */
    circuitWrite: binding(write(circuitKind, 'update')),
    /** Tokens for clients that are there, and counting the tries of others. */
    signIn: binding(
      read('get'),
      write(tokenKind, 'put'),
      write(clientKind, 'check'),
      write(strangersLimitKind, 'update'),
    ),
    /** Counting messages by matter, client and recipient. */
    messageLimits: binding(write(rateLimitKind, 'update'), write(strangersLimitKind, 'update')),
    /** Counting what strangers do behind links. */
    linkLimits: binding(write(strangersLimitKind, 'update')),
    sessionOpen: binding(
      read('get'),
      write(sessionKind, 'put'),
      write(signInKind, 'put'),
      write(personKind, 'update'),
    ),
    sessionKeep: binding(write(sessionKind, 'update', 'delete')),
    sessionEnd: binding(write(sessionKind, 'delete')),
    portalLink: binding(read('get'), write(portalLinkKind, 'put')),
    portalOpen: binding(
      read('get', 'getMany'),
      write(portalLinkKind, 'update'),
      write(portalSessionKind, 'put'),
      write(clientKind, 'check'),
    ),
    /** To begin one by credentials, counting the tries of others, put off its end, or end it. */
    portalKeep: binding(
      read('get'),
      write(portalSessionKind, 'put', 'update', 'delete'),
      write(clientKind, 'check'),
      write(strangersLimitKind, 'update'),
    ),
    receiptKeys: binding(read('query'), write(receiptKeyKind, 'put')),
    receiptKeysWrite: binding(read('query'), write(receiptKeyKind, 'put', 'update')),
    dataKeys: binding(read('query')),
    dataKeysWrite: binding(read('query'), write(dataKeyKind, 'put', 'update')),
    dataFormatWrite: binding(read('get', 'query'), write(dataFormatKind, 'put')),
    peopleWrite: binding(write(personKind, 'update')),
    /** A member is added in the transaction that finds their team. */
    teamsWrite: binding(write(teamKind, 'put', 'delete', 'check')),
    devicesWrite: binding(write(deviceKind, 'put', 'update')),
    /** What agents' phones say that they hold. */
    unsentWrite: binding(write(unsentKind, 'put')),
    photoHashesWrite: binding(read('getMany'), write(photoHashKind, 'put'), write(photoLookKind, 'put')),
    placeNotesWrite: binding(write(placeNoteKind, 'put')),
    placeNotesErase: binding(write(placeNoteKind, 'delete')),
    photoLooksErase: binding(write(photoLookKind, 'delete')),
    accountsWrite: binding(
      write(organisationKind, 'put', 'update'),
      write(clientKind, 'put', 'update', 'delete'),
    ),
  }
}
