import { adminCommands } from '../../admin/admin-commands.ts'
import { exitCodes } from '../../admin/exit.ts'
import { inlineCode, markdownTable } from './table.ts'

const rowOf = ({ words, example, about }: (typeof adminCommands)[number]) => [
  inlineCode([words, example].filter(part => part !== '').join(' ')),
  about,
]

/** What an operator can do, and how it ends. */
export const choreFacts = () => ({
  chores: markdownTable(['`npm run admin -- …`', 'what it does'], adminCommands.map(rowOf)),
  exitCodes: Object.entries(exitCodes)
    .map(([number, means]) => `| ${number} | ${means} |`)
    .join('\n'),
})
