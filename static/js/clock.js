// Count down to data-until: minutes and seconds, kept right by the clock of the device.
document.addEventListener("DOMContentLoaded", () => {
  const clocks = document.querySelectorAll("[data-until]");
  const show = () => {
    for (const clock of clocks) {
      const left = Math.max(0, Math.round((Date.parse(clock.dataset.until) - Date.now()) / 1000));
      clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  };
  if (clocks.length) {
    show();
    setInterval(show, 1000);
  }
});
