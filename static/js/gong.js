// The gong of the hall, made here: at the start, fifteen minutes before the end, at the end.
//
// Browsers let a page sound only after a click, so a button switches it on; the click strikes once.
document.addEventListener("DOMContentLoaded", () => {
  const LATE = 5000; // a stroke that was slept through for longer is not made up for
  const HEARD = 20000; // a start that was pressed is heard of with the screen's next question
  const PARTIALS = [
    [1, 1, 5],
    [1.48, 0.5, 4],
    [2.02, 0.35, 3],
    [2.76, 0.25, 2],
    [4.1, 0.12, 1.2],
  ];
  const button = document.getElementById("sound");
  const Sound = window.AudioContext || window.webkitAudioContext;
  if (!button || !Sound) return;
  button.hidden = false;
  let context = null;
  let before = null;
  let begun = "";

  function strike(at) {
    for (const [ratio, loud, seconds] of PARTIALS) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = 110 * ratio;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.4 * loud, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + seconds);
    }
  }

  function gong(strokes) {
    button.dataset.struck = String(Number(button.dataset.struck || 0) + strokes);
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      strike(context.currentTime + 0.05 + stroke * 1.4);
    }
  }

  button.addEventListener("click", () => {
    if (context) {
      context.close();
      context = null;
    } else {
      context = new Sound();
      gong(1);
    }
    button.textContent = context ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(Boolean(context)));
  });

  document.addEventListener("hall:tick", ({ detail: { moment, hall } }) => {
    const [last, known] = [before, begun];
    const { starts, gong: warning, ends } = hall.dataset;
    before = moment;
    begun = warning && moment >= Number(starts) ? starts : "";
    button.classList.toggle("red", Boolean(begun) && !context);
    if (!context || last === null || !begun) return;
    const passed = (time) => last < time && moment >= time && moment - time < LATE;
    if (begun !== known && moment - Number(begun) < HEARD) gong(1);
    else if (passed(Number(warning))) gong(2);
    else if (passed(Number(ends))) gong(3);
  });

  // A screen that slept may have put the sound to sleep too.
  document.addEventListener("visibilitychange", () => {
    if (context && !document.hidden) context.resume();
  });
});
