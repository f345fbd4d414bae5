export interface Migrated {
  readonly dryRun: boolean
  /** Formats of the data before and after. */
  readonly from: number
  readonly to: number
  /** By step, of how many items it wrote or would write something. */
  readonly items: Readonly<Record<string, number>>
}

const counted = (count: number): string => count.toLocaleString('en-US')

export const showMigrated = ({ dryRun, from, to, items }: Migrated): string => {
  if (from === to) return `Nothing is to be migrated: all data is of format ${to}.`
  const lines = Object.entries(items).map(
    ([step, count]) => `${step}: ${counted(count)} items${dryRun ? ' to do' : ''}`,
  )
  const end = dryRun
    ? `Nothing was changed: this is what leads from format ${from} to ${to}.`
    : `Nothing of format ${from} is left: all data is of format ${to}.`
  return [...lines, end].join('\n')
}
