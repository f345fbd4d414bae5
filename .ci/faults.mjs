// What failed in a report of vitest's JSON reporter: file, test and the first lines of each message.
import { readFileSync } from 'node:fs'

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const { name, message, assertionResults } of testResults) {
  const file = name.slice(process.cwd().length + 1)
  if (message) console.log(`failed: ${file}: ${message.slice(0, 1000)}`)
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status === 'failed')
      console.log(`failed: ${file}: ${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`)
  }
}
