import { type Client, findClient, replaceSpendCap } from '../../shared/account/store.ts'
import { setting } from '../../shared/aws/environment.ts'
import { monthOf } from '../../shared/ledger/line.ts'
import { listLedgerLines } from '../../shared/ledger/line-store.ts'
import { priceListVersion } from '../../shared/ledger/price.ts'
import { recountSpend } from '../../shared/ledger/recount.ts'
import { findSpend } from '../../shared/ledger/spend-store.ts'
import type { CommandOf } from './command.ts'

/** What this stage charges for a verdict, in NGN, and the version that lines of the ledger name. */
export const listPrices = async () => ({
  prices: Object.entries(setting('PRICES')).map(([product, priceNgn]) => ({ product, priceNgn })),
  version: priceListVersion(),
})

/** A line is some 400 bytes of JSON, and a function answers at most 6 MB. */
const pageSize = 2000

/** Lines of a tenant's month, oldest first, a page at a time. */
export const listLedger = async ({ organisationId, mode, month, after }: CommandOf<'listLedger'>) => {
  const { items, place } = await listLedgerLines(
    { organisationId, mode },
    { month },
    { limit: pageSize, after },
  )
  return { lines: items, ...(place !== undefined && { next: place }) }
}

const thisMonth = () => monthOf(new Date().toISOString())

const known = async (clientId: string): Promise<Client> => {
  const client = await findClient(clientId)
  if (!client) throw new Error('clientId: there is no such client')
  return client
}

/**
 * Limits what a client may spend in a calendar month; within a minute every container goes by it. What it was charged
 * for orders of this month counts; what it ordered before and is under way counts once it is charged.
 */
export const setSpendCap = async ({ clientId, amount }: CommandOf<'setSpendCap'>) => {
  const client = await known(clientId)
  await replaceSpendCap(clientId, amount)
  const month = thisMonth()
  const { used, spent } = await recountSpend(client, { clientId, month })
  return { clientId, spendCap: amount, month, used, spent }
}

/** Lets a client spend what it likes again, within a minute. What was put aside is settled all the same. */
export const removeSpendCap = async ({ clientId }: CommandOf<'removeSpendCap'>) => {
  await known(clientId)
  await replaceSpendCap(clientId, undefined)
  return { clientId }
}

/** A client's cap, and how much of it is used this month. */
export const showSpend = async ({ clientId }: CommandOf<'showSpend'>) => {
  const client = await known(clientId)
  const month = thisMonth()
  const { used, spent } = await findSpend(client, clientId, month)
  return { clientId, spendCap: client.spendCap ?? null, month, used, spent }
}
