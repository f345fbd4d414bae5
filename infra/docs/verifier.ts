import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { guidesFolder } from './guides.ts'

const source = join(guidesFolder, 'verify.ts')

let built: string | undefined

/** One file of JavaScript that needs nothing else, with its comments, because whoever trusts it reads it first. */
export const buildVerifier = (): string => {
  built ??= transformSync(source, readFileSync(source, 'utf8'), { target: 'node20' }).code.replaceAll(
    /\n(?=\/\*\*)/g,
    '\n\n',
  )
  return built
}
