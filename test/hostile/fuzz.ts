/** `node test/hostile/fuzz.ts [seconds]`: draws for each parser of strangers' input for so long, a minute if not said. */
import { parserPromises } from './parsers.ts'

const seconds = Number(process.argv[2] ?? 60)
let failed = 0
for (const { parser, check } of parserPromises) {
  try {
    check({
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: seconds * 1000,
      markInterruptAsFailure: false,
    })
    console.log(`${parser}: nothing found in ${seconds} s`)
  } catch (error) {
    failed++
    console.log(`${parser}: ${(error as Error).message}`)
  }
}
process.exit(failed)
