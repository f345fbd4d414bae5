import { adminCommands } from '../../admin/admin-commands.ts'
import { exitCodes } from '../../admin/exit.ts'
import { inlineCode, markdownTable } from './table.ts'

const rowOf = ({ name, example, summary }: (typeof adminCommands)[number]) => [
  inlineCode([name, example].filter(part => part !== '').join(' ')),
  summary,
]

/** What an operator can do, and how it ends. */
export const choreFacts = () => ({
  chores: markdownTable(['`npm run admin -- …`', 'what it does'], adminCommands.map(rowOf)),
  exitCodes: Object.entries(exitCodes)
    .map(([number, means]) => `| ${number} | ${means} |`)
    .join('\n'),
})
