/** `npm run release`: whether the release of package.json is complete, and what goes with it, in `.build/release`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stages } from '../stages.ts'
import { bundleAll } from '../synthesise.ts'
import { version } from '../version.ts'
import { digestBundles } from './digests.ts'
import { findMissingWords } from './notes.ts'
import { makeSbom } from './sbom.ts'

const root = join(import.meta.dirname, '../..')
const guide = (name: string): string => readFileSync(join(root, 'functions/pages/docs', `${name}.md`), 'utf8')

const digestAll = () => {
  const made = Object.values(stages).filter(({ name }) => name !== 'local')
  return Object.fromEntries(
    made.map(settings => {
      const folder = mkdtempSync(join(tmpdir(), 'verification-release-'))
      try {
        return [settings.name, digestBundles(bundleAll(settings, folder))]
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
  )
}

const missing = findMissingWords(version, guide('releases'), guide('changelog'))
if (missing.length > 0) {
  console.error(`${version} is not complete:\n${missing.join('\n')}`)
  process.exitCode = 1
} else {
  const folder = join(root, '.build/release')
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text)
    console.log(`.build/release/${name}`)
  }
  write('sbom.cdx.json', await makeSbom(root))
  write('bundles.json', `${JSON.stringify({ version, sha256: digestAll() }, null, 2)}\n`)
}
