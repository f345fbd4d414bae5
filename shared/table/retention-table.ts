import { retainedData } from './retained-data.ts'

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const retentionTable = (): string =>
  [
    lineOf(['what', 'holds of a person', 'until', 'when erased']),
    '|---|---|---|---|',
    ...Object.values(retainedData).map(({ what, holds, until, erased }) =>
      lineOf([what, holds, until, erased]),
    ),
  ].join('\n')
