import { useEffect, useState } from 'preact/hooks'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { canTellWifi } from '../queue/connection.ts'
import { sync } from '../queue/sync.ts'
import { findDevice, saveWifiOnly } from '../storage/person.ts'
import { useStored } from '../storage/use-stored.ts'

/** Whether photos wait for Wi-Fi, which the agent decides: mobile data is theirs. */
export const WifiSetting = ({ by }: { by: string }) => {
  const isOn = useStored(async () => (await findDevice(by))?.isWifiOnly ?? false, [by])
  /** Until it is read back: what is stored is told of a moment after it was written. */
  const [chosen, setChosen] = useState<boolean>()
  useEffect(() => setChosen(undefined), [isOn])
  const { error, run } = useMutation()
  if (isOn === undefined) return null
  if (!isOn && !canTellWifi())
    return (
      <p class="quiet">
        This browser cannot tell Wi-Fi from mobile data, so photos are sent on any connection.
      </p>
    )
  const choose = async (isWifiOnly: boolean) => {
    setChosen(isWifiOnly)
    await run(async () => {
      try {
        await saveWifiOnly(by, isWifiOnly)
      } catch (error) {
        setChosen(undefined)
        throw error
      }
      sync()
    })
  }
  return (
    <>
      <label class="choice sign">
        <input
          type="checkbox"
          checked={chosen ?? isOn}
          onChange={event => void choose(event.currentTarget.checked)}
        />
        Send photos on Wi-Fi only
      </label>
      {isOn && <p class="quiet">A report waits for its photos: mind until when the visit is yours.</p>}
      <ErrorLine error={error} />
    </>
  )
}
