/*
 * The application of both peers, as a team would write it on Express or Hono: zod in full, the SDK's document client,
 * and the same work as `functions/api/addresses.ts`: the token looked up (and remembered for a minute), the body
 * validated by the same rules, the record and its guard in one transaction, the same answer. Only what is pure and
 * says nothing of frameworks is ours: the keys, the fingerprint, the list of places, the answer's fields.
 */
import { createHash } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Caller } from '../../../shared/account/caller.ts'
import { clientKey, tokenKey } from '../../../shared/account/kinds.ts'
import type { Client, StoredToken } from '../../../shared/account/store.ts'
import { findLga, findState } from '../../../shared/location/find-place.ts'
import { generateId } from '../../../shared/table/id.ts'
import { expiresAt } from '../../../shared/table/retention.ts'
import { CreateAddressResponse } from '../../../shared/verification/contract/address.ts'
import { AddressResponse } from '../../../shared/verification/contract/address-record.ts'
import { duplicateWindowSeconds, fingerprintOrder } from '../../../shared/verification/duplicate.ts'
import {
  duplicateGuardKey,
  verificationIndex,
  verificationKey,
  verificationKind,
} from '../../../shared/verification/kinds.ts'
import { toAddressResponse } from '../../../shared/verification/record.ts'
import { toCreatedAddress } from '../../../shared/verification/response.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'
import type { CreateAddress } from './order-schema.ts'

const TableName = process.env.TABLE_NAME!
const database = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
})

/** For how long a token is trusted without another look: as long as ours. */
const trustMs = 60_000
const remembered = new Map<string, { caller: Caller; untilMs: number }>()

/** The token and its client, of one generation and with the secret that the token was given for. */
const read = async (digest: string, clientId: string) => {
  const Keys = [tokenKey(digest), clientKey(clientId)]
  const request = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }
  const items = (await database.send(new BatchGetCommand(request))).Responses?.[TableName] ?? []
  const token = items.find(({ sk }) => sk === 'token') as StoredToken | undefined
  const client = items.find(({ sk }) => sk === 'client') as Client | undefined
  const isOf =
    token?.generation === client?.generation &&
    client?.secrets.some(secret => secret.digest === token?.secretDigest)
  return token && client && isOf ? { token, client } : undefined
}

/** The caller behind an `Authorization` header. */
export const authenticate = async (header: string | undefined): Promise<Caller | undefined> => {
  const token = header?.match(/^bearer +(.+)$/i)?.[1]
  if (!token) return undefined
  const digest = createHash('sha256').update(token).digest('base64url')
  const known = remembered.get(digest)
  if (known && known.untilMs > Date.now()) return known.caller
  const found = await read(digest, token.slice(43))
  if (!found || found.token.expiresAt * 1000 <= Date.now()) return undefined
  const { id: clientId, organisationId, mode, scopes } = found.client
  if (!scopes.includes('addresses')) return undefined
  const caller = { clientId, organisationId, mode, scopes }
  remembered.set(digest, { caller, untilMs: Date.now() + trustMs })
  return caller
}

const recordOf = (
  { stateName, lgaName, allowRevisit: _, latitude, longitude, applicant, ...body }: CreateAddress,
  { organisationId, mode }: Caller,
): AddressVerification | undefined => {
  const state = findState(stateName)
  if (!('id' in state)) return undefined
  const lga = findLga(state, lgaName)
  if (!('id' in lga)) return undefined
  const nowMs = Date.now()
  const now = new Date(nowMs).toISOString()
  return {
    ...body,
    product: 'address',
    id: generateId(nowMs, Math.random()),
    organisationId,
    mode,
    requestedAt: now,
    updatedAt: now,
    outcome: 'accepted',
    price: 0,
    stateId: state.id,
    lgaId: lga.id,
    initialLatitude: latitude ?? state.latitude,
    initialLongitude: longitude ?? state.longitude,
    applicant: { id: generateId(nowMs, Math.random()), ...applicant },
  } as AddressVerification
}

const itemOf = (record: AddressVerification) => ({
  ...record,
  ...verificationKey(record, record.id),
  ...verificationIndex(record, record.id, 'address', record.customerReference),
  expiresAt: expiresAt(record.requestedAt, verificationKind.days),
})

const nowInSeconds = () => Math.floor(Date.now() / 1000)

const guardOf = (record: AddressVerification) => ({
  ...duplicateGuardKey(record, fingerprintOrder(record)),
  id: record.id,
  expiresAt: nowInSeconds() + duplicateWindowSeconds,
})

/** Accepts an order. Undefined for a place that is not in the list; throws for a duplicate. */
export const createAddress = async (body: CreateAddress, caller: Caller) => {
  const record = recordOf(body, caller)
  if (!record) return undefined
  const names = { '#pk': 'pk' }
  const guard = {
    TableName,
    Item: guardOf(record),
    ConditionExpression: 'attribute_not_exists(#pk) OR #expiresAt <= :now',
    ExpressionAttributeNames: { ...names, '#expiresAt': 'expiresAt' },
    ExpressionAttributeValues: { ':now': nowInSeconds() },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
  const verification = {
    TableName,
    Item: itemOf(record),
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: names,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
  await database.send(new TransactWriteCommand({ TransactItems: [{ Put: verification }, { Put: guard }] }))
  return CreateAddressResponse.parse(toCreatedAddress(record, false))
}

/** Reads an order of the caller. */
export const readAddress = async (id: number, caller: Caller) => {
  const Key = verificationKey(caller, id)
  const { Item } = await database.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
  return Item && AddressResponse.parse(toAddressResponse(Item as AddressVerification, key => key))
}

/** The one line that every contestant logs for a request. */
export const logAnswer = (action: string, status: number, { organisationId, mode, clientId }: Caller): void =>
  console.info({ event: 'request.answered', action, organisationId, mode, clientId, status })
