import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Emulator } from '../../infra/emulator/emulator.ts'
import { clientSettings } from '../infra/emulator/environment.ts'

/** What somebody was charged, as a line of the ledger or a record says it. */
type Charge = string

interface Stored {
  readonly pk: string
  readonly sk: string
  readonly organisationId: number
  readonly mode: string
  readonly id?: number
  readonly verificationId?: number
  readonly product?: string
  readonly price?: number
  readonly amount?: number
  readonly updatedAt?: string
  readonly completedAt?: string
  readonly chargedAt?: string
}

const isLine = ({ pk, product }: Stored): boolean => pk.startsWith('ledger#') && product !== 'message'
const isRecord = ({ sk }: Stored): boolean => sk === 'verification' || sk === 'identity'

/** The engine leaves out all else: files share a table, and each reads it at its end. */
const linesAndRecords = {
  FilterExpression: 'begins_with(pk, :ledger) OR sk IN (:verification, :identity)',
  ExpressionAttributeValues: {
    ':ledger': { S: 'ledger#' },
    ':verification': { S: 'verification' },
    ':identity': { S: 'identity' },
  },
  ProjectionExpression:
    'pk, sk, organisationId, #mode, id, verificationId, product, price, amount, updatedAt, completedAt, chargedAt',
  ExpressionAttributeNames: { '#mode': 'mode' },
}

const itemsOf = async (emulator: Emulator): Promise<readonly Stored[]> => {
  const client = new DynamoDBClient(clientSettings(emulator))
  const TableName = emulator.outputs.TableName!
  const items: Stored[] = []
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined
  do {
    const page = await client.send(
      new ScanCommand({ TableName, ExclusiveStartKey, ConsistentRead: true, ...linesAndRecords }),
    )
    items.push(...(page.Items ?? []).map(item => unmarshall(item) as Stored))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}

const ofLine = ({ organisationId, mode, verificationId, product, amount, chargedAt }: Stored): Charge =>
  [organisationId, mode, verificationId, product, amount, chargedAt].join(' ')
const ofRecord = ({ organisationId, mode, id, product, price, ...at }: Stored): Charge =>
  [organisationId, mode, id, product, price, at.chargedAt ?? at.completedAt ?? at.updatedAt].join(' ')

/** What the ledger and the records of an emulator say was charged, each in order. @param organisations all unless named */
export const chargedIn = async (emulator: Emulator, organisations?: readonly number[]) => {
  const all = await itemsOf(emulator)
  const items = all.filter(({ organisationId }) => organisations?.includes(organisationId) ?? true)
  return {
    lines: items.filter(isLine).map(ofLine).sort(),
    records: items
      .filter(item => isRecord(item) && item.price! > 0)
      .map(ofRecord)
      .sort(),
  }
}

/** A scan is no moment: work that goes on while it reads may be in one half of it and not in the other. */
const looks = 5
const pauseMs = 200

/**
 * Makes sure at the end of a journey that every record's price has its line in the ledger and every line its record,
 * charge by charge. @throws where they still disagree after a moment
 */
export const assertLedgerAgrees = async (
  emulator: Emulator,
  organisations?: readonly number[],
): Promise<void> => {
  for (let look = 1; ; look++) {
    const { lines, records } = await chargedIn(emulator, organisations)
    const lacking = records.filter(charge => !lines.includes(charge))
    const tooMany = lines.filter(charge => !records.includes(charge))
    if (lacking.length === 0 && tooMany.length === 0 && lines.length === records.length) return
    if (look === looks)
      throw new Error(`The ledger lacks [${lacking.join('; ')}] and has too many: [${tooMany.join('; ')}]`)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}
