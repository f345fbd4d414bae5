import { sealMonths } from '../../shared/ledger/seal/seal-months.ts'

/** Less than the function has: the month that is begun by then ends. */
const workingMs = 8 * 60_000

/** Seals the months of the ledger that get no more lines. */
export const handler = (): Promise<void> => {
  const nowMs = Date.now()
  return sealMonths({ nowMs, isTimeUp: () => Date.now() > nowMs + workingMs })
}
