import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type StageName, stages } from '../../infra/stages.ts'
import { synthesised } from '../infra/synthesised.ts'
import type { PythonPrograms } from '../support/python.ts'
import { acceptedWarnings } from './accepted-warnings.ts'
import type { Outcome } from './rehearse.ts'

export const lintPackages = ['cfn-lint==1.58.0']

interface Match {
  readonly Filename: string
  readonly Level: string
  readonly Message: string
  readonly Rule: { readonly Id: string }
}

const run = promisify(execFile)

/** It exits with another code than 0 for any match; what it says is on its standard output all the same. */
const matchesIn = async (program: string, files: readonly string[]): Promise<readonly Match[]> => {
  const options = { maxBuffer: 2 ** 27 }
  const { stdout } = await run(program, ['--format', 'json', ...files], options).catch(error => {
    if (!String(error.stdout).startsWith('[')) throw error
    return error as { stdout: string }
  })
  return JSON.parse(stdout) as Match[]
}

/** An acceptance that nothing needs is a finding, too. */
const unneeded = (matches: readonly Match[]): readonly string[] =>
  acceptedWarnings
    .filter(({ rule }) => !matches.some(({ Rule }) => Rule.Id === rule))
    .map(({ rule }) => `${rule} is accepted and was not found`)

const isAccepted = ({ Rule }: Match): boolean => acceptedWarnings.some(({ rule }) => rule === Rule.Id)

const templatesOf = async (name: StageName): Promise<readonly string[]> => {
  const { folder, stackNames } = await synthesised(stages[name])
  return stackNames.map(stack => `${folder}/${stack}.template.json`)
}

/** What CloudFormation's own schemas, and the rules of cfn-lint, have against the templates of stages. */
export const lint = async ({ program }: PythonPrograms, names: readonly StageName[]): Promise<Outcome> => {
  const files = (await Promise.all(names.map(templatesOf))).flat()
  const matches = await matchesIn(program('cfn-lint'), files)
  const open = matches.filter(match => !isAccepted(match))
  console.log(
    `cfn-lint: ${files.length} templates, ${matches.length - open.length} warnings that are accepted`,
  )
  const findings = open.map(
    ({ Level, Rule, Filename, Message }) => `${Level} ${Rule.Id} ${Filename}: ${Message}`,
  )
  // A stage alone need not have all that is accepted.
  const isAll = names.length === Object.keys(stages).length
  return { passed: files.length, problems: [...findings, ...(isAll ? unneeded(matches) : [])] }
}
