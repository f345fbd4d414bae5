import { age, ageObject } from '../../support/aged.ts'
import { eventually } from '../../support/eventually.ts'
import { functionNamed } from '../../support/names.ts'
import { reachTable } from '../../support/reach-table.ts'
import { type Line, line, storageLines } from './bill.ts'
import { type MeteredWorld, measure, type Usage } from './usage.ts'

/* What it costs that an ended verification becomes an object, beside what it spares: nobody waits for it, a month later. */

/** Both days of one verification, by the functions that do it. */
export const measureCompaction = async (
  metered: MeteredWorld,
  verificationId: number,
): Promise<readonly Usage[]> => {
  const { world } = metered
  const key = { organisationId: world.organisationId, mode: 'live', verificationId } as const
  await reachTable(world.emulator)
  await age(key)
  await world.emulator.invoke(functionNamed('trust-close-trails'), {})
  const step = async (result: string) => {
    await world.emulator.invoke(functionNamed('trust-compact-all'), {})
    const isDone = (text: string) =>
      ['verification.compacted', `${verificationId}`, `"${result}"`].every(words => text.includes(words))
    await eventually(() => world.logLines.some(isDone), result)
  }
  const stored = await measure(metered, { repetitions: 1, work: () => step('stored') })
  await ageObject(key)
  return [stored, await measure(metered, { repetitions: 1, work: () => step('compacted') })]
}

const million = 1e6
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

/** What the lists of the laptop’s tenants cost to read is left out: a day’s reading of a list is shared by all in it. */
export const compactionLines = (days: readonly Usage[]): readonly Line[] => {
  const [writes, puts, gets] = (['writeUnits', 'bucketPuts', 'bucketGets'] as const).map(name =>
    sum(days.map(day => day[name])),
  ) as [number, number, number]
  return [
    line('DynamoDB: writes', { writeUnit: writes * million }, `${writes} WRU`),
    line('S3', { putObject: puts * million, getObject: gets * million }, `${puts} PUTs, ${gets} GETs`),
  ]
}

/** Until nobody can object, and a day. */
const daysInTable = 31

const isCompacted = ({ key }: Usage['stored'][number]): boolean =>
  key.startsWith('trail#') || / (?:photos|link#\S+|contact#\S+)$/.test(key)

/** The table’s storage of what goes, from then until it would have expired. */
export const savedLines = (usage: Usage): readonly Line[] =>
  storageLines({
    ...usage,
    stored: usage.stored
      .filter(isCompacted)
      .map(item => ({ ...item, days: Math.max(0, item.days - daysInTable) })),
  })
