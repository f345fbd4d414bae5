import { chores } from '../../admin/chores.ts'
import { exitCodes } from '../../admin/ending.ts'
import { code, table } from './table.ts'

const rowOf = ({ words, example, about }: (typeof chores)[number]) => [
  code([words, example].filter(part => part !== '').join(' ')),
  about,
]

/** What an operator can do, and how it ends. */
export const choreFacts = () => ({
  chores: table(['`npm run admin -- …`', 'what it does'], chores.map(rowOf)),
  exitCodes: Object.entries(exitCodes)
    .map(([number, means]) => `| ${number} | ${means} |`)
    .join('\n'),
})
