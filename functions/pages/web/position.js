/* On the applicant's page: fills in where the telephone is. Without it the numbers are written by hand. */
const button = document.querySelector('[data-position]')
const status = document.querySelector('[data-position-status]')
const input = document.querySelector('#position')

const failures = {
  1: 'Your telephone does not let this page see where you are. You can leave it empty.',
  2: 'Your telephone does not know where it is right now. You can leave it empty.',
  3: 'That took too long. You can try again, or leave it empty.',
}

const fillIn = ({ coords: { latitude, longitude, accuracy } }) => {
  input.value = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
  status.textContent = `Filled in, to about ${Math.ceil(accuracy)} metres. It is sent with the rest.`
}

if ('geolocation' in navigator) {
  button.hidden = false
  button.addEventListener('click', () => {
    status.textContent = 'Looking for your position …'
    navigator.geolocation.getCurrentPosition(
      fillIn,
      ({ code }) => {
        status.textContent = failures[code]
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    )
  })
}
