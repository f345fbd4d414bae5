import { roles } from '../../shared/account/contract.ts'
import { announcedAt } from './announcement.ts'
import { addPerson } from './people.ts'

const usage = `npm run person -- <id> <${roles.join('|')}>      can sign in on the laptop that runs (PORT=… for another port)
  npm run person -- agent-3 agent`

const add = async ([personId, group]: readonly string[]): Promise<void> => {
  const port = process.env.PORT ?? '3000'
  const announced = announcedAt(Number(port))
  if (!announced) throw new Error(`no laptop runs on port ${port}: npm start, or PORT=… for another`)
  const { userPoolId } = announced
  if (userPoolId === undefined) throw new Error('this laptop has no user pool: people have another issuer')
  if (personId === undefined || group === undefined) throw new Error(usage)
  await addPerson({ ...announced, userPoolId }, { personId, group })
  console.log(`${personId} signs in as ${group}`)
}

const words = process.argv.slice(2)
if (words.length === 0 || words[0] === '--help') console.log(usage)
else
  try {
    await add(words)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
