import { type ProblemCode, problems } from '../../../shared/http/contract/problem.ts'
import { problemGuides } from '../../../shared/http/contract/problem-guide.ts'
import { inlineCode, markdownTable } from './table.ts'

const codes = Object.keys(problems) as ProblemCode[]

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

const errorTable = (): string =>
  markdownTable(
    ['status', 'code', 'title', 'worth repeating'],
    codes.map(each => {
      const { status, title, retryable } = problems[each]
      return [`${status}`, `[${inlineCode(each)}](/v1/docs/error-codes#${each})`, title, yesOrNo(retryable)]
    }),
  )

const errorSections = (): string =>
  codes
    .map(each => {
      const { status, title, retryable } = problems[each]
      const { when, whatToDo } = problemGuides[each]
      return `### ${each}\n\n**${status} · ${title}** · worth repeating: ${yesOrNo(retryable)}\n\n${when}\n\n**What to do.** ${whatToDo}`
    })
    .join('\n\n')

/** The error catalogue. */
export const problemFacts = () => ({ errors: errorTable(), errorSections: errorSections() })
