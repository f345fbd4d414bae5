import { adminCommands } from '../../admin/admin-commands.ts'
import { exitCodes } from '../../admin/exit.ts'
import { code, table } from './table.ts'

const rowOf = ({ words, example, about }: (typeof adminCommands)[number]) => [
  code([words, example].filter(part => part !== '').join(' ')),
  about,
]

/** What an operator can do, and how it ends. */
export const choreFacts = () => ({
  chores: table(['`npm run admin -- …`', 'what it does'], adminCommands.map(rowOf)),
  exitCodes: Object.entries(exitCodes)
    .map(([number, means]) => `| ${number} | ${means} |`)
    .join('\n'),
})
