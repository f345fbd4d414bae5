import { observeResponses } from '../../ui/api.ts'
import { localDatabase } from '../storage/database.ts'

/** An answer's `date` has whole seconds (RFC 9110 §5.6.7): on average it is half a second older. */
const halfSecondMs = 500
/** What a network's delays make of it is no news. */
const noiseMs = 2000

let offsetMs: number | undefined

/** What is to be added to this telephone's clock to have the server's, as last known. */
export const clockOffsetMs = async (): Promise<number> => {
  offsetMs ??= (await (await localDatabase()).get('phone', 'clockOffsetMs')) as number | undefined
  return offsetMs ?? 0
}

const note = async (date: string): Promise<void> => {
  const measured = Math.round(Date.parse(date) + halfSecondMs - Date.now())
  const known = await clockOffsetMs()
  if (Number.isNaN(measured) || (offsetMs !== undefined && Math.abs(measured - known) < noiseMs)) return
  offsetMs = measured
  await (await localDatabase()).put('phone', measured, 'clockOffsetMs')
}

/** Compares the clocks with every answer of the API. */
export const compareClocks = (): void =>
  observeResponses(({ headers }) => {
    const date = headers.get('date')
    if (date) void note(date)
  })
